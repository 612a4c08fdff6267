import { describe, expect, it } from 'vitest';
import { decide } from '../../../activities/branding/decide.ts';
import { baseUnit } from '../../../activities/branding/spacing.ts';
import { button, evidenceWith } from './support/evidence.ts';

function repeated(...values: number[]): [number, number][] {
  return values.map((px) => [px, 10]);
}

describe('the base unit', () => {
  it.each([
    [8, repeated(8, 16, 24, 32, 64, 96)],
    [4, repeated(4, 8, 12, 16, 20, 24)],
    [4, repeated(8, 12, 16, 24, 48)],
    [5, repeated(5, 10, 15, 25, 35)],
    [10, repeated(10, 20, 30, 50)],
    [6, repeated(6, 18, 30, 42)],
  ])('is %i for %j', (unit, spacings) => expect(baseUnit(spacings)?.unit).toBe(unit));

  it('is not affected by a few odd distances', () => {
    expect(baseUnit([...repeated(8, 16, 24, 32, 48), [13, 1], [7, 1]])?.unit).toBe(8);
  });
  it('is absent if no unit fits', () => expect(baseUnit(repeated(7, 11, 13, 17, 23, 29))).toBeUndefined());
  it('is absent if there are few distances', () => expect(baseUnit(repeated(8, 16))).toBeUndefined());
});

describe('spacing', () => {
  const spacingOf = (...parts: Parameters<typeof evidenceWith>) => decide(evidenceWith(...parts)).profile.spacing;

  it('has the corner radius of the strongest buttons', () => {
    const round = button({ radius: '12px', background: 'rgb(23, 105, 170)' });
    expect(spacingOf({ buttons: [round], radii: [['4px', 90]] })?.borderRadius).toBe('12px');
  });
  it('has a radius of 9999px if the buttons are pills', () => {
    expect(spacingOf({ buttons: [button({ radius: '30px', background: 'rgb(23, 105, 170)' })] })?.borderRadius).toBe(
      '9999px',
    );
    expect(spacingOf({ buttons: [button({ radius: '50%', background: 'rgb(23, 105, 170)' })] })?.borderRadius).toBe(
      '9999px',
    );
  });
  it('has the corner radius of other boxes if there are no buttons', () => {
    const radii: [string, number][] = [
      ['0px', 90],
      ['8px', 10],
      ['pill', 20],
    ];
    expect(spacingOf({ radii })?.borderRadius).toBe('8px');
  });
  it('has a sorted scale and a container width', () => {
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
