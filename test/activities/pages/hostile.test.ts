import { describe, expect, it } from 'vitest';
import { pageOf } from './pageOf.ts';

/** Pages that are quadratic or recurse for ever in a naive engine. None may throw; each must keep its word. */
const cases: Record<string, string> = {
  '5,000 boxes deep': `${'<div>'.repeat(5_000)}needle${'</div>'.repeat(5_000)}`,
  '5,000 lists and quotes deep': `${'<ul><li><blockquote><b>x'.repeat(5_000)} needle`,
  '5,000 tables deep': `${'<table><tr><td>x<td>y'.repeat(5_000)}needle`,
  'a megabyte of unclosed boxes': `${'<div>'.repeat(200_000)}needle`,
  'a megabyte of misnested tags': `${'<b><p></i><a href=x></b>'.repeat(40_000)}needle`,
  'a megabyte of unmatched ends': `${'<span>'.repeat(50_000)}${'</x></b></p>'.repeat(50_000)}needle`,
  'a million spaces of every kind': `<p>${'&nbsp;\u2003'.repeat(100_000)}${' \n'.repeat(300_000)}<b>needle</b>`,
  'spans that span everything': `<table>${'<tr><th colspan=100000 rowspan=65000>a<td>b</tr>'.repeat(500)}<tr><td>needle</table>`,
  '50,000 list items': `<ol>${'<li>word'.repeat(50_000)}<li>needle</ol>`,
  '30,000 footnotes': `${Array.from({ length: 10_000 }, (_, n) => `<sup><a href="#n${n}">${n}</a></sup><p id=n${n}>note`).join('')}needle`,
  'a huge srcset': `<img srcset="${'a,'.repeat(300_000)}"><img srcset="${','.repeat(500_000)}">needle`,
  'code with a million spaces': `<pre>a${' '.repeat(1_000_000)}b</pre>needle`,
  'a megabyte of brackets': `<p>${'['.repeat(500_000)}${'\\'.repeat(500_000)} needle`,
};

describe('a hostile page', () => {
  for (const [name, html] of Object.entries(cases)) {
    it(`of ${name} is read`, { timeout: 60_000 }, async () => {
      const whole = await pageOf(html, { options: { onlyMainContent: false } });
      expect(whole.markdown).toContain('needle');
      await expect(pageOf(html)).resolves.toMatchObject({ links: expect.any(Array) });
    });
  }

  it('cannot reach the prototype of anything', async () => {
    await pageOf(
      '<p __proto__="x" constructor="y" hasOwnProperty="z">words</p><a name="__proto__">x</a><div id="constructor">y</div>',
    );
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });

  it('may be empty', async () => {
    await expect(pageOf('')).resolves.toMatchObject({ markdown: '', links: [] });
  });
});
