import { describe, expect, it } from 'vitest';
import { decide } from '../../../activities/branding/decide.ts';
import { baseUnit } from '../../../activities/branding/spacing.ts';
import { button, seen } from './seen.ts';

function often(...values: number[]): [number, number][] {
  return values.map((px) => [px, 10]);
}

describe('the base unit', () => {
  it.each([
    [8, often(8, 16, 24, 32, 64, 96)],
    [4, often(4, 8, 12, 16, 20, 24)],
    [4, often(8, 12, 16, 24, 48)],
    [5, often(5, 10, 15, 25, 35)],
    [10, often(10, 20, 30, 50)],
    [6, often(6, 18, 30, 42)],
  ])('is %i', (unit, spacings) => expect(baseUnit(spacings)?.unit).toBe(unit));

  it('survives a few distances set by hand', () => {
    expect(baseUnit([...often(8, 16, 24, 32, 48), [13, 1], [7, 1]])?.unit).toBe(8);
  });
  it('is absent where nothing fits', () => expect(baseUnit(often(7, 11, 13, 17, 23, 29))).toBeUndefined());
  it('is absent where little was seen', () => expect(baseUnit(often(8, 16))).toBeUndefined());
});

describe('corners and widths', () => {
  const spacingOf = (...parts: Parameters<typeof seen>) => decide(seen(...parts)).profile.spacing;

  it('takes the corners of the buttons that call', () => {
    const round = button({ radius: '12px', background: 'rgb(23, 105, 170)' });
    expect(spacingOf({ buttons: [round], radii: [['4px', 90]] })?.borderRadius).toBe('12px');
  });
  it('calls a button that is as round as can be a pill', () => {
    expect(spacingOf({ buttons: [button({ radius: '30px', background: 'rgb(23, 105, 170)' })] })?.borderRadius).toBe(
      '9999px',
    );
    expect(spacingOf({ buttons: [button({ radius: '50%', background: 'rgb(23, 105, 170)' })] })?.borderRadius).toBe(
      '9999px',
    );
  });
  it('takes what else is painted where there are no buttons', () => {
    const radii: [string, number][] = [
      ['0px', 90],
      ['8px', 10],
      ['pill', 20],
    ];
    expect(spacingOf({ radii })?.borderRadius).toBe('8px');
  });
  it('gives the scale in order, and the container', () => {
    const found = spacingOf({
      spacings: [
        [16, 40],
        [8, 30],
        [24, 12],
        [13.5, 9],
        [100, 1],
      ],
      containers: [
        [1140, 6],
        [720, 2],
      ],
    });
    expect(found).toMatchObject({ scale: [8, 16, 24], containerWidth: '1140px' });
  });
});
