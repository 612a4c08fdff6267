import { describe, expect, test } from 'vitest';
import { sanitizeSvg } from '../../../../activities/icons/svg/sanitize.ts';

function themed(inside: string, theme: 'light' | 'dark', root = ''): string {
  return (
    sanitizeSvg(`<svg viewBox="0 0 10 10"${root}>${inside}</svg>`, { theme, ink: theme === 'dark' ? '#eee' : '#222' })
      .svg ?? ''
  );
}

describe('sanitizing a drawing for a theme', () => {
  const style = '<style>path{fill:#000}@media (prefers-color-scheme: dark){path{fill:#fff}}</style><path/>';

  test('applies its dark rules on dark and removes them on light', () => {
    expect(themed(style, 'dark')).toContain('<style>path{fill:#000}path{fill:#fff}</style>');
    expect(themed(style, 'light')).toContain('<style>path{fill:#000}</style>');
  });

  test.each([
    ['@media (prefers-color-scheme:light){path{fill:red}}', false, true],
    ['@media screen and (prefers-color-scheme: dark){path{fill:red}}', true, false],
    ['@media not all and (prefers-color-scheme: dark){path{fill:red}}', false, true],
    ['@media (prefers-color-scheme: no-preference){path{fill:red}}', false, false],
    ['@media print, (prefers-color-scheme: dark){path{fill:red}}', true, false],
    ['@media (PREFERS-COLOR-SCHEME: DARK){path{fill:red}}', true, false],
  ])('resolves %s', (css, onDark, onLight) => {
    expect(themed(`<style>${css}</style><path/>`, 'dark').includes('fill:red')).toBe(onDark);
    expect(themed(`<style>${css}</style><path/>`, 'light').includes('fill:red')).toBe(onLight);
  });

  test('expands custom properties with their value for the theme', () => {
    const variables =
      '<style>:root{--ink:#111}@media (prefers-color-scheme: dark){:root{--ink:#eee}}path{fill:var(--ink)}</style><path stroke="var(--ink)"/>';
    expect(themed(variables, 'dark')).toMatch(/path\{fill:#eee\}.*stroke="#eee"/);
    expect(themed(variables, 'light')).toMatch(/path\{fill:#111\}.*stroke="#111"/);
    expect(themed('<path fill="var(--missing, teal)"/>', 'light')).toContain('fill="teal"');
  });

  test('resolves light-dark()', () => {
    expect(themed('<style>path{fill:light-dark(#123, #fed)}</style><path/>', 'dark')).toContain('fill:#fed');
    expect(themed('<style>path{fill:light-dark(#123, #fed)}</style><path/>', 'light')).toContain('fill:#123');
  });
});

test('currentColor becomes the ink of the theme, unless the drawing sets its own color', () => {
  expect(themed('<path fill="currentColor"/>', 'dark')).toContain('color="#eee"');
  expect(themed('<path fill="currentColor"/>', 'dark', ' color="#c00"')).toContain('color="#c00"');
  expect(themed('<path fill="currentColor"/>', 'dark', ' style="color:#c00"')).not.toContain('color="#eee"');
});

describe('sanitizing a drawing with a tint', () => {
  const tinted = (inside: string, root = '') =>
    sanitizeSvg(`<svg viewBox="0 0 10 10"${root}>${inside}</svg>`, { tint: '#0a0' }).svg;

  test('replaces fills, strokes, stops and styles, but not none', () => {
    const svg = tinted(
      '<style>.a{fill:#123;stroke:none}</style><path class="a" fill="red" stroke="none"/><path style="fill:rgb(1,2,3)"/><stop stop-color="#fff"/>',
    );
    expect(svg).toContain('.a{fill:#0a0;stroke:none}');
    expect(svg).toContain('fill="#0a0" stroke="none"');
    expect(svg).toContain('style="fill:#0a0"');
    expect(svg).toContain('stop-color="#0a0"');
  });

  test('paints shapes without a color through the fill of the root', () => {
    expect(tinted('<path d="M0 0"/>')).toMatch(/^<svg[^>]* fill="#0a0"/);
    expect(tinted('<path stroke="#000"/>', ' fill="none"')).toMatch(/^<svg[^>]* fill="none"/);
  });

  test('keeps the colors of masks, which mean transparency', () => {
    expect(tinted('<mask id="m"><rect fill="#fff"/><path fill="black"/></mask>')).toMatch(/fill="#fff".*fill="black"/);
  });
});
