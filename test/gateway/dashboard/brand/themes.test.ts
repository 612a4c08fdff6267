import { parse, walk } from 'css-tree';
import { describe, expect, it } from 'vitest';
import { cssVariables, tailwindConfig, tailwindTheme } from '../../../../gateway/dashboard/playground/brand/themes.ts';
import { brand, hostile } from './brands.ts';

/** The rules of a style sheet and their declarations; fails if it is not valid CSS. */
function parseCss(css: string) {
  const rules: string[] = [];
  const declared: Record<string, string> = {};
  const strict = { parseCustomProperty: false, onParseError: (error: Error) => expect.fail(error.message) };
  walk(parse(css, strict), (node) => {
    if (node.type === 'Rule') rules.push(':root');
    if (node.type === 'Atrule') rules.push(`@${node.name}`);
    if (node.type === 'Declaration' && node.value.type === 'Raw') declared[node.property] = node.value.value.trim();
    if (node.type === 'Url') expect.fail(`the style sheet loads ${node.value}`);
  });
  return { rules, declared };
}

describe('a brand as CSS variables', () => {
  it('has variables for colors, fonts, sizes, corners, shadows and spacing', () => {
    const { rules, declared } = parseCss(cssVariables(brand()));
    expect(rules).toEqual([':root']);
    expect(declared).toMatchObject({
      '--color-primary': '#0b7a75',
      '--color-foreground': '#2b2b2b',
      '--color-muted-foreground': '#6d6a62',
      '--font-heading': '"Source Serif Pro", "Georgia", serif',
      '--font-sans': 'system-ui, "Arial"',
      '--font-size-h1': '52px',
      '--line-height-body': '1.6',
      '--font-weight-button': '600',
      '--radius-brand': '6px',
      '--radius-input': '4px',
      '--shadow-button': 'rgba(0, 0, 0, 0.1) 0px 4px 6px -1px, rgba(0, 0, 0, 0.06) 0px 2px 4px -1px',
      '--spacing': '4px',
      '--container-page': '1200px',
    });
  });

  it('has no variables for values that were not found', () => {
    const { declared } = parseCss(cssVariables(brand({ colors: { primary: '#0b7a75' }, confidence: {} })));
    expect(declared).toEqual({ '--color-primary': '#0b7a75' });
  });
});

describe('a brand as a Tailwind theme', () => {
  it('uses the variable names from which Tailwind 4 makes utilities', () => {
    const { rules, declared } = parseCss(tailwindTheme(brand()));
    expect(rules).toEqual(['@import', '@theme']);
    expect(declared).toMatchObject({ '--color-primary': '#0b7a75', '--text-h1': '52px', '--leading-heading': '1.2' });
  });

  it('is a loadable module for Tailwind 3', async () => {
    const { default: config } = await load(tailwindConfig(brand()));
    expect(config).toMatchObject({
      theme: {
        extend: {
          colors: { primary: '#0b7a75', foreground: '#2b2b2b' },
          fontFamily: { heading: ['"Source Serif Pro"', '"Georgia"', 'serif'] },
          fontSize: { h1: '52px' },
          borderRadius: { brand: '6px' },
        },
      },
    });
  });
});

describe('a brand whose page put code into names and values', () => {
  it.each([cssVariables, tailwindTheme])('leaves the code out of %o', (format) => {
    const css = format(brand(hostile));
    const { rules, declared } = parseCss(css);
    expect(rules).toEqual(format === cssVariables ? [':root'] : ['@import', '@theme']);
    expect(css).not.toMatch(/<|url\(|javascript:|expression|evil\.example\/|\\/);
    const size = format === cssVariables ? '--font-size-h1' : '--text-h1';
    const expected = ['--color-background', '--color-primary', '--font-heading', '--font-sans', size];
    expect(Object.keys(declared).sort()).toEqual(expected);
    expect(css.match(/\*\//g)).toHaveLength(1);
  });

  it('leaves the code out of the module for Tailwind 3', async () => {
    const source = tailwindConfig(brand(hostile));
    expect(source).not.toMatch(/<|url\(|javascript:|evil\.example\//);
    const { default: config } = await load(source);
    expect(Object.keys(config.theme.extend).sort()).toEqual(['colors', 'fontFamily', 'fontSize']);
  });
});

function load(source: string) {
  return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`);
}
