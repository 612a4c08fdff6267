import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../activities/pages/tree/parseHtml.ts';
import { unseenNames, visibleTextOf } from './visibleText.ts';

/** html5lib's cases: https://github.com/html5lib/html5lib-tests. Their trees are compared for their text. */
const folder = new URL('../../fixtures/html5lib/', import.meta.url);

interface TreeCase {
  source: string;
  tree: string;
}

function casesOf(file: string): TreeCase[] {
  return readFileSync(new URL(file, folder), 'utf8')
    .split(/\n\n(?=#data\n)/)
    .flatMap((text) => {
      const found = /^#data\n([\s\S]*?)\n#errors\n([\s\S]*?)#document\n([\s\S]*)$/.exec(text);
      const [, source = '', between = '', tree = ''] = found ?? [];
      return found && !/#document-fragment|#script-off/.test(between) ? [{ source, tree }] : [];
    });
}

/** The text of a tree as html5lib writes it: a line per node, indented by its depth, text in quotes. */
function textOfTree(tree: string): string {
  let text = '';
  const open: { indent: number; isUnseen: boolean }[] = [];
  for (const line of tree.split(/\n(?=\| )/)) {
    const [, indent = '', node = ''] = /^\| ( *)([\s\S]*)$/.exec(line) ?? [];
    while ((open.at(-1)?.indent ?? -1) >= indent.length) open.pop();
    if (node.startsWith('"') && !open.some(({ isUnseen }) => isUnseen)) text += node.replace(/^"|"\s*$/g, '');
    const name = /^<(?:svg |math )?([a-z][^\s>]*)/i.exec(node)?.[1];
    if (name) open.push({ indent: indent.length, isUnseen: unseenNames.has(name) });
  }
  return text;
}

/** Misplaced text in a table comes before the table in a browser, and stays in its place here: the order may differ. */
function lettersOf(text: string): string {
  return [...text.replace(/\s+/g, '')].sort().join('');
}

/** Differences that are kept. */
const keptDifferences: readonly { reason: string; matches(source: string): boolean }[] = [
  {
    reason: 'A script with `<!--<script>` ends at its first end tag: the tokenizer has no double escaping.',
    matches: (source) => /<script[\s\S]*(?:<!--[\s\S]*<script|<\/script [^>]*"|<!--.*<\/script[\s/])/i.test(source),
  },
  {
    reason: 'Text beside a frameset is not shown by a browser; here it is better than nothing.',
    matches: (source) => /<frameset/i.test(source),
  },
  {
    reason: 'A select inside a select, and text in one, is of no interest to a reader.',
    matches: (source) => /<select/i.test(source),
  },
  {
    reason: 'HTML in the integration points of SVG and MathML is rare, and is read as HTML or left out.',
    matches: (source) => /<(?:svg|math)/i.test(source),
  },
  {
    reason: 'A null character is left out everywhere.',
    matches: (source) => source.includes('\0'),
  },
  { reason: 'A tag that the page ends in is read as text.', matches: (source) => /<[^>]*$/.test(source) },
];

describe('the tree of an HTML page', () => {
  it('has the text of html5lib’s tree in every case, but for differences with a reason', () => {
    const cases = readdirSync(folder)
      .filter((file) => file.endsWith('.dat'))
      .flatMap(casesOf);
    expect(cases.length).toBeGreaterThan(1_400);
    const different = cases.filter(
      ({ source, tree }) => lettersOf(visibleTextOf(parseHtml(source).html)) !== lettersOf(textOfTree(tree)),
    );
    expect(different.filter(({ source }) => !keptDifferences.some(({ matches }) => matches(source)))).toEqual([]);
    expect(different.length).toBeLessThanOrEqual(62);
  });

  it('keeps what follows an element that ends the head early', () => {
    for (const early of ['<div></div>', '<template><p>x</p></template><img>', '<noscript><div><p></noscript>'])
      expect(visibleTextOf(parseHtml(`<head>${early}<title>T</title></head><body><p>Text</p>`).body)).toBe('Text');
  });

  it('ends an element that is open in a noscript with the noscript', () => {
    const { body } = parseHtml('<noscript><iframe src="x"></noscript><p>Text</p>');
    expect(visibleTextOf(body)).toBe('Text');
  });

  it('reads on after a CDATA section outside of SVG', () => {
    for (const end of ['', ']]>'])
      expect(visibleTextOf(parseHtml(`<body><![CDATA[ <b>x</b><p>Text</p>${end}`).body)).toContain('Text');
  });
});
