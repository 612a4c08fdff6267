import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

interface LogoSet {
  width?: number;
  height?: number;
  icons: Record<
    string,
    { body: string; width?: number; height?: number; left?: number; top?: number; hidden?: boolean }
  >;
}

export interface Logo {
  name: string;
  svg: string;
  width: number;
  height: number;
}

/** The logos of `@iconify-json/logos` as SVG documents, without those that the package has hidden. */
export function* readLogos(): Generator<Logo> {
  const set: LogoSet = JSON.parse(readFileSync(require.resolve('@iconify-json/logos/icons.json'), 'utf8'));
  for (const [name, icon] of Object.entries(set.icons)) {
    if (icon.hidden === true) continue;
    const width = icon.width ?? set.width ?? 16;
    const height = icon.height ?? set.height ?? 16;
    const box = `${icon.left ?? 0} ${icon.top ?? 0} ${width} ${height}`;
    yield { name, width, height, svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${icon.body}</svg>` };
  }
}

export interface SimpleIcon {
  title: string;
  slug: string;
  hex: string;
  source: string;
  guidelines?: string;
  aliases?: { aka?: string[] };
  /** The mark's own license, if it differs from the package's. */
  license?: { type: string };
}

export function readSimpleIcons(): SimpleIcon[] {
  const icons: SimpleIcon[] = JSON.parse(readFileSync(require.resolve('simple-icons/icons.json'), 'utf8'));
  return icons;
}

/** The SVG of one shape of `simple-icons`: 24 units square, black. */
export function readSimpleIcon(slug: string): Promise<string> {
  return readFile(require.resolve(`simple-icons/icons/${slug}.svg`), 'utf8');
}
