import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

interface IconSet {
  width?: number;
  height?: number;
  icons: Record<
    string,
    { body: string; width?: number; height?: number; left?: number; top?: number; hidden?: boolean }
  >;
}

export interface PackageDrawing {
  name: string;
  svg: string;
}

/** `logos`: in full color. `cib`: plain shapes, among them those that simple-icons does not have. */
export type IconSetName = 'logos' | 'cib';

/** Literal names, by which it is known that the packages are used. */
const files: Readonly<Record<IconSetName, () => string>> = {
  logos: () => require.resolve('@iconify-json/logos/icons.json'),
  cib: () => require.resolve('@iconify-json/cib/icons.json'),
};

/** The drawings of an Iconify set as SVG documents, without those that the package has hidden. */
export function* readIconSet(set: IconSetName): Generator<PackageDrawing> {
  const { icons, ...size }: IconSet = JSON.parse(readFileSync(files[set](), 'utf8'));
  for (const [name, icon] of Object.entries(icons)) {
    if (icon.hidden === true) continue;
    const width = icon.width ?? size.width ?? 16;
    const height = icon.height ?? size.height ?? 16;
    const box = `${icon.left ?? 0} ${icon.top ?? 0} ${width} ${height}`;
    yield { name, svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${icon.body}</svg>` };
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
export function readSimpleIcon(slug: string): string {
  return readFileSync(require.resolve(`simple-icons/icons/${slug}.svg`), 'utf8').replace(/<title>.*?<\/title>/, '');
}

/** A drawing that no package has, or none with its colors, made by hand. */
export function readOwnDrawing(name: string): string {
  return readFileSync(new URL(`./drawings/${name}.svg`, import.meta.url), 'utf8').trim();
}
