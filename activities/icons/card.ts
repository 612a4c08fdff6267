import { domainToUnicode } from 'node:url';
import { contrastRatio, luminance, parseColor, type Rgb, toHex } from '../../contracts/images/color.ts';
import { escapeXml, letterOf, tileColor } from '../../contracts/images/monogram.ts';
import type { PageDescription } from '../../storage/sources.ts';

interface CardIcon {
  png: Buffer;
  /** If it has only one. */
  color?: string;
}

const [width, height, margin] = [1200, 630, 88];
const iconSide = 152;
const plateSide = 208;
/** Two sizes of title: long ones are set smaller. In each, how many letters a line has. */
const titleSizes = [
  { fontSize: 76, perLine: 23, maxLines: 2 },
  { fontSize: 56, perLine: 32, maxLines: 3 },
] as const;
const fonts = "'Liberation Sans','Helvetica Neue',Arial,'Noto Sans','DejaVu Sans',sans-serif";

/** A card in the brand's color with the site's icon, title and name, for a site without an Open Graph image. */
export function cardSvg(domain: string, page: PageDescription, icon: CardIcon | undefined): string {
  const spelled = domainToUnicode(domain) || domain;
  const background = backgroundOf(domain, page, icon);
  const ink = contrastRatio(background, [255, 255, 255]) >= 3 ? '#ffffff' : '#1a1a1a';
  const name = page.name ?? spelled;
  const title = titleOf(page, name) ?? name;
  const { fontSize, lines } = setTitle(title);
  const lastBaseline = height - margin - 76;
  const text = lines.map((line, at) => {
    const y = lastBaseline - (lines.length - 1 - at) * fontSize * 1.16;
    return `<text x="${margin}" y="${Math.round(y)}" font-size="${fontSize}" font-weight="700">${escapeXml(line)}</text>`;
  });
  const footer = title === name || name === spelled ? spelled : `${name} · ${spelled}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<rect width="${width}" height="${height}" fill="${toHex(background)}"/>`,
    `<rect x="${margin}" y="${margin}" width="${plateSide}" height="${plateSide}" rx="44" fill="#ffffff"/>`,
    icon ? imageOf(icon) : letter(domain, background),
    `<g fill="${ink}" font-family="${fonts}">${text.join('')}`,
    `<text x="${margin}" y="${height - margin}" font-size="34" opacity="0.8">${escapeXml(footer.slice(0, 60))}</text></g>`,
    '</svg>',
  ].join('');
}

function imageOf({ png }: CardIcon): string {
  const at = margin + (plateSide - iconSide) / 2;
  return `<image x="${at}" y="${at}" width="${iconSide}" height="${iconSide}" href="data:image/png;base64,${png.toString('base64')}"/>`;
}

function letter(domain: string, color: Rgb): string {
  const middle = margin + plateSide / 2;
  return `<text x="${middle}" y="${middle + 46}" font-family="${fonts}" font-size="128" font-weight="700" text-anchor="middle" fill="${toHex(color)}">${escapeXml(letterOf(domain))}</text>`;
}

/** The page's color, the icon's, or the one of the monogram. White and black say nothing about a brand. */
function backgroundOf(domain: string, { color }: PageDescription, icon: CardIcon | undefined): Rgb {
  const candidates = [color, icon?.color].map((text) => (text === undefined ? undefined : parseColor(text)));
  const said = candidates.find((rgb) => rgb !== undefined && luminance(rgb) < 0.8 && luminance(rgb) > 0.004);
  return said ?? tileColor(domain);
}

/** The title without the site's name, which many pages add to it and which is below. */
function titleOf({ title }: PageDescription, name: string): string | undefined {
  const parts = title?.split(/\s+[|–—·-]\s+/) ?? [];
  const own = parts.filter((part) => part.toLowerCase() !== name.toLowerCase());
  return own.length === 0 || own.length === parts.length ? title : own.join(' – ');
}

function setTitle(title: string): { fontSize: number; lines: string[] } {
  for (const { fontSize, perLine, maxLines } of titleSizes) {
    const lines = wrap(title, perLine);
    if (lines.length <= maxLines) return { fontSize, lines };
  }
  const { fontSize, perLine, maxLines } = titleSizes[1];
  const lines = wrap(title, perLine).slice(0, maxLines);
  return { fontSize, lines: [...lines.slice(0, -1), `${lines.at(-1)?.slice(0, perLine - 1)}…`] };
}

/** Breaks text between words. A letter of Chinese, Japanese or Korean is as wide as two, and may stand at an end. */
function wrap(text: string, perLine: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.match(/[⺀-鿿가-힯豈-﫿＀-￯]|[^\s⺀-鿿가-힯豈-﫿＀-￯]+\s*|\s+/gu) ?? []) {
    if (line !== '' && widthOf(line + word.trimEnd()) > perLine) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += word;
  }
  return line.trim() === '' ? lines : [...lines, line.trimEnd()];
}

function widthOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + (letter > '⺀' ? 2 : 1), 0);
}
