import { parse, walk } from 'css-tree';
import { describe, expect, it } from 'vitest';
import { cssVariables, tailwindConfig, tailwindTheme } from '../../../../gateway/dashboard/playground/brand/themes.ts';
import { brand, hostile } from './brands.ts';

/** The rules of a sheet and what they declare; throws where it is not CSS. */
function read(css: string) {
  const rules: string[] = [];
  const declared: Record<string, string> = {};
  const strict = { parseCustomProperty: false, onParseError: (error: Error) => expect.fail(error.message) };
  walk(parse(css, strict), (node) => {
    if (node.type === 'Rule') rules.push(':root');
    if (node.type === 'Atrule') rules.push(`@${node.name}`);
    if (node.type === 'Declaration' && node.value.type === 'Raw') declared[node.property] = node.value.value.trim();
    if (node.type === 'Url') expect.fail(`it fetches ${node.value}`);
  });
  return { rules, declared };
}

describe('a brand as CSS variables', () => {
  it('has its colours, fonts, sizes, corners, shadow and spacing', () => {
    const { rules, declared } = read(cssVariables(brand()));
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

  it('has only what was found', () => {
    const { declared } = read(cssVariables(brand({ colors: { primary: '#0b7a75' }, confidence: {} })));
    expect(declared).toEqual({ '--color-primary': '#0b7a75' });
  });
});

describe('a brand as a Tailwind theme', () => {
  it('of version 4 has the names that make its utilities', () => {
    const { rules, declared } = read(tailwindTheme(brand()));
    expect(rules).toEqual(['@import', '@theme']);
    expect(declared).toMatchObject({ '--color-primary': '#0b7a75', '--text-h1': '52px', '--leading-heading': '1.2' });
  });

  it('of version 3 is a module that can be loaded', async () => {
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

describe('a page that writes code into its names and values', () => {
  it.each([cssVariables, tailwindTheme])('gets none of it into a sheet', (form) => {
    const css = form(brand(hostile));
    const { rules, declared } = read(css);
    expect(rules).toEqual(form === cssVariables ? [':root'] : ['@import', '@theme']);
    expect(css).not.toMatch(/<|url\(|javascript:|expression|evil\.example\/|\\/);
    const size = form === cssVariables ? '--font-size-h1' : '--text-h1';
    const left = ['--color-background', '--color-primary', '--font-heading', '--font-sans', size];
    expect(Object.keys(declared).sort()).toEqual(left);
    expect(css.match(/\*\//g)).toHaveLength(1);
  });

  it('gets none of it into a module', async () => {
    const source = tailwindConfig(brand(hostile));
    expect(source).not.toMatch(/<|url\(|javascript:|evil\.example\//);
    const { default: config } = await load(source);
    expect(Object.keys(config.theme.extend).sort()).toEqual(['colors', 'fontFamily', 'fontSize']);
  });
});

function load(source: string) {
  return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`);
}
