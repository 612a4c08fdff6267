/**
 * `npm run icons:sheet -- FOLDER` draws contact sheets of all curated marks, on light and on dark, with a list of their
 * numbers, the faintest first: what a designer looks at after the marks have changed.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { surfaces, toHex } from '../../../contracts/images/color.ts';
import { type Theme, themes } from '../../../contracts/images/parameters.ts';
import { rasterize } from '../decode/rasterize.ts';
import { resizeSvg } from '../svg/resize.ts';
import { sanitizeSvg } from '../svg/sanitize.ts';
import { type MarkEntry, readMarkMap } from './map.ts';
import { createMarks, markOf } from './marks.ts';
import { measureMark } from './measure.ts';

const [folder, only = ''] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder to write the sheets to: npm run icons:sheet -- FOLDER');

const [columns, rows, cell, icon] = [24, 16, 64, 48];
const marks = createMarks();

async function svgOf(entry: MarkEntry, theme: Theme): Promise<string> {
  const mark = markOf(entry, theme);
  const { svg = '' } = sanitizeSvg(await marks.read(mark), { theme, ...(mark.tint ? { tint: mark.tint } : {}) });
  return svg;
}

async function drawSheet(entries: readonly MarkEntry[], theme: Theme): Promise<Buffer> {
  const composites = await Promise.all(
    entries.map(async (entry, at) => ({
      input: rasterize(resizeSvg(await svgOf(entry, theme), { width: icon, height: icon }), false),
      left: (at % columns) * cell + (cell - icon) / 2,
      top: Math.floor(at / columns) * cell + (cell - icon) / 2,
    })),
  );
  const background = toHex(surfaces[theme]);
  return sharp({ create: { width: columns * cell, height: rows * cell, channels: 3, background } })
    .composite(composites)
    .png()
    .toBuffer();
}

const byDomain = readMarkMap();
const wanted = only.split(',').filter((domain) => domain !== '');
const entries = [
  ...new Set(wanted.length > 0 ? wanted.flatMap((domain) => byDomain.get(domain) ?? []) : byDomain.values()),
];
mkdirSync(folder, { recursive: true });
for (let page = 0; page * columns * rows < entries.length; page++) {
  const shown = entries.slice(page * columns * rows, (page + 1) * columns * rows);
  for (const theme of themes)
    writeFileSync(join(folder, `marks-${page + 1}-${theme}.png`), await drawSheet(shown, theme));
}

const numbers = [];
for (const entry of entries) {
  for (const theme of themes) {
    const measured = measureMark(await svgOf(entry, theme));
    if (measured === undefined) continue;
    const { legibility, faintness, weight } = measured;
    numbers.push({
      name: entry.name,
      theme,
      contrast: legibility[theme].contrast,
      faint: faintness[theme].outline,
      weight,
    });
  }
}
numbers.sort((a, b) => a.contrast - b.contrast);
const lines = numbers.map(({ name, theme, contrast, faint, weight }) =>
  [name, theme, contrast.toFixed(2), faint.toFixed(2), weight.toFixed(2)].join('\t'),
);
writeFileSync(
  join(folder, 'numbers.tsv'),
  `${['mark\ttheme\tcontrast\tfaint outline\tweight', ...lines].join('\n')}\n`,
);
console.log(`${entries.length} marks on ${themes.length} themes in ${folder}`);
