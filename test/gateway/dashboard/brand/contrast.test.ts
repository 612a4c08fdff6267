import { describe, expect, it } from 'vitest';
import {
  contrastOf,
  contrastPairs,
  gradeOf,
  readableOn,
} from '../../../../gateway/dashboard/playground/brand/contrast.ts';

describe('the contrast of two colors', () => {
  it('is graded as in WCAG 2, and never rounded up into a better grade', () => {
    expect(contrastOf('#000000', '#ffffff')).toBe(21);
    expect([7, 6.9, 4.5, 4.4, 3, 2.9].map(gradeOf)).toEqual(['AAA', 'AA', 'AA', 'AA large', 'AA large', 'low']);
    expect(contrastOf('#777777', '#ffffff')).toBe(4.4);
  });

  it('is measured to the background for text colors, and also to the text for other colors', () => {
    const against = (role: string) =>
      contrastPairs({ role, hex: '#0b7a75' }, '#ffffff', '#000000').map((pair) => pair.against);
    expect(against('link')).toEqual(['background']);
    expect(against('primary')).toEqual(['background', 'text']);
    expect(against('background')).toEqual(['text']);
  });

  it('decides which color is readable on a surface', () => {
    expect(readableOn('#ffffff', '#eeeeee', '#333333')).toBe('#333333');
    expect(readableOn('#000080', '#000000')).toBe('#ffffff');
  });
});
