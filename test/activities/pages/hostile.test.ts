import { describe, expect, it } from 'vitest';
import { pageOf } from './pageOf.ts';

/** Pages that take quadratic time or overflow the stack in a naive engine. Each has the word "needle" at its end. */
const cases: Record<string, string> = {
  '5,000 nested boxes': `${'<div>'.repeat(5_000)}needle${'</div>'.repeat(5_000)}`,
  '5,000 nested lists and quotes': `${'<ul><li><blockquote><b>x'.repeat(5_000)} needle`,
  '5,000 nested tables': `${'<table><tr><td>x<td>y'.repeat(5_000)}needle`,
  'a megabyte of unclosed boxes': `${'<div>'.repeat(200_000)}needle`,
  'a megabyte of misnested tags': `${'<b><p></i><a href=x></b>'.repeat(40_000)}needle`,
  'a megabyte of unmatched end tags': `${'<span>'.repeat(50_000)}${'</x></b></p>'.repeat(50_000)}needle`,
  'a million spaces of every kind': `<p>${'&nbsp;\u2003'.repeat(100_000)}${' \n'.repeat(300_000)}<b>needle</b>`,
  'table cells that span everything': `<table>${'<tr><th colspan=100000 rowspan=65000>a<td>b</tr>'.repeat(500)}<tr><td>needle</table>`,
  '50,000 list items': `<ol>${'<li>word'.repeat(50_000)}<li>needle</ol>`,
  '30,000 footnotes': `${Array.from({ length: 10_000 }, (_, n) => `<sup><a href="#n${n}">${n}</a></sup><p id=n${n}>note`).join('')}needle`,
  'a huge srcset': `<img srcset="${'a,'.repeat(300_000)}"><img srcset="${','.repeat(500_000)}">needle`,
  'code with a million spaces': `<pre>a${' '.repeat(1_000_000)}b</pre>needle`,
  '20,000 nested shadow roots': `${'<x-a><template shadowrootmode=open><slot></slot>'.repeat(20_000)}</template>needle`,
  // Each host is in the light tree of the one before, and its slot is deep in its shadow tree.
  'slots that add up to a deep tree': `${`<x-a><template shadowrootmode=open>${'<div>'.repeat(300)}<slot></slot>${'</div>'.repeat(300)}</template>`.repeat(200)}needle`,
  '20,000 frames': `${'<iframe srcdoc="<p>x"></iframe>'.repeat(20_000)}needle`,
  'a megabyte of brackets': `<p>${'['.repeat(500_000)}${'\\'.repeat(500_000)} needle`,
};

describe('a hostile page', () => {
  for (const [name, html] of Object.entries(cases)) {
    it(`with ${name} is converted to its end`, async () => {
      const whole = await pageOf(html, { options: { onlyMainContent: false } });
      expect(whole.markdown).toContain('needle');
      await expect(pageOf(html)).resolves.toMatchObject({ links: expect.any(Array) });
    });
  }

  it('cannot change the prototype of all objects', async () => {
    await pageOf(
      '<p __proto__="x" constructor="y" hasOwnProperty="z">words</p><a name="__proto__">x</a><div id="constructor">y</div>',
    );
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });

  it('that is empty gives empty markdown', async () => {
    await expect(pageOf('')).resolves.toMatchObject({ markdown: '', links: [] });
  });
});
