import { describe, expect, it } from 'vitest';
import { type MarkEntry, readMarkMap } from '../../../activities/icons/marks/map.ts';
import { createMarks, markOf } from '../../../activities/icons/marks/marks.ts';
import { type MarkMeasure, measureMark, themesItFits } from '../../../activities/icons/marks/measure.ts';
import { sanitizeSvg } from '../../../activities/icons/svg/sanitize.ts';
import { contrastRatio, parseColor, surfaces } from '../../../contracts/images/color.ts';
import { type Theme, themes } from '../../../contracts/images/parameters.ts';

const marks = createMarks();
const entries = [...new Set(readMarkMap().values())];

/** Several tests look at the same ones. */
const measures = { light: new Map<MarkEntry, MarkMeasure>(), dark: new Map<MarkEntry, MarkMeasure>() };

/** Measures a mark as it is shown: sanitized and painted. */
async function measured(entry: MarkEntry, theme: Theme): Promise<MarkMeasure | undefined> {
  const known = measures[theme].get(entry);
  if (known) return known;
  const mark = markOf(entry, theme);
  const { svg } = sanitizeSvg(await marks.read(mark), { theme, ...(mark.tint && { tint: mark.tint }) });
  const measure = svg === undefined ? undefined : measureMark(svg, 48);
  if (measure) measures[theme].set(entry, measure);
  return measure;
}

/** A single color need not be drawn to know its contrast; most marks have one. */
function contrastOfPaint(entry: MarkEntry, theme: Theme): number | undefined {
  const { paint, tile } = entry[theme];
  const color = parseColor(tile ?? paint);
  return color && contrastRatio(color, surfaces[theme]);
}

describe('a contact sheet of all curated marks', () => {
  it('shows none below a contrast of 2 on dark, nor below 1.35 on light', async () => {
    const unseen: string[] = [];
    for (const theme of themes) {
      for (const entry of entries) {
        const contrast = contrastOfPaint(entry, theme) ?? (await measured(entry, theme))?.legibility[theme].contrast;
        // White tiles on light are there for logos in pale colors.
        const least = theme === 'dark' ? 2 : entry.light.tile === undefined ? 1.35 : 1;
        if (contrast === undefined || contrast < least) unseen.push(`${entry.name} on ${theme}: ${contrast}`);
      }
    }
    expect(unseen).toEqual([]);
  }, 60_000);

  it('shows whole marks on dark: no part of one in several colors vanishes', async () => {
    const inColors = entries.filter(({ dark }) => parseColor(dark.tile ?? dark.paint) === undefined);
    const partly: string[] = [];
    for (const entry of inColors) {
      const measure = await measured(entry, 'dark');
      if (!measure || !themesItFits(measure).includes('dark')) partly.push(entry.name);
    }
    expect(inColors.length).toBeGreaterThan(250);
    // Twice as few pixels as the marks were chosen with, so one on the border may fall on the other side.
    expect(partly.length, partly.join(', ')).toBeLessThan(inColors.length * 0.03);
  }, 60_000);

  it('shows marks of about the same optical weight', async () => {
    const weights: number[] = [];
    for (const entry of entries.filter((_, at) => at % 8 === 0))
      weights.push((await measured(entry, 'light'))?.weight ?? 0);
    weights.sort((a, b) => a - b);
    const share = (from: number) => weights[Math.floor(weights.length * from)] ?? 0;
    expect(share(0.999), 'the heaviest').toBeLessThan(0.78);
    expect(share(0.5), 'the median').toBeGreaterThan(0.6);
    expect(share(0.05), 'the lightest twentieth').toBeGreaterThan(0.28);
  }, 60_000);
});
