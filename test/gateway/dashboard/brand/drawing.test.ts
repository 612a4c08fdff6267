import { Resvg } from '@resvg/resvg-js';
import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { drawSheet } from '../../../../gateway/dashboard/playground/brand/drawing/sheet.ts';
import { brand, harbor, hostile } from './brands.ts';

function elements(svg: string): { name: string; attribs: Record<string, string> }[] {
  const found: { name: string; attribs: Record<string, string> }[] = [];
  function visit(nodes: ReturnType<typeof parseDocument>['children']) {
    for (const node of nodes) {
      if (!('name' in node) || !('attribs' in node)) continue;
      found.push({ name: node.name, attribs: node.attribs });
      visit(node.children);
    }
  }
  visit(parseDocument(svg, { xmlMode: true }).children);
  return found;
}

describe('the brand sheet as a drawing', () => {
  it('has the size that it declares, and the colors of the brand', () => {
    const { svg, width, height } = drawSheet(brand());
    const drawn = new Resvg(svg).render();
    expect([drawn.width, drawn.height]).toEqual([width, height]);
    const { pixels } = drawn;
    const at = (x: number, y: number) => [...pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)];
    expect(at(20, 20)).toEqual([0xfb, 0xfa, 0xf7]);
    expect(at(1100, 200)).toEqual([0x0b, 0x7a, 0x75]);
  });

  it('is shorter if the profile has less data', () => {
    const { svg, height } = drawSheet(brand({ confidence: {} }));
    expect(height).toBeLessThan(600);
    expect(
      elements(svg).some(({ attribs }) => Object.values(attribs).some((value) => /NaN|undefined/.test(value))),
    ).toBe(false);
  });

  it('escapes special characters in the name of the brand', () => {
    expect(drawSheet(brand({ ...harbor, brandName: 'Fish & <Chips>' })).svg).toContain('Fish &amp; &lt;Chips&gt;');
  });

  it('contains nothing that runs or loads, whatever the values of the page are', () => {
    const { svg } = drawSheet(brand(hostile));
    const all = elements(svg);
    expect(all.map(({ name }) => name).filter((name) => /script|style|foreignObject|image|a$/.test(name))).toEqual([]);
    for (const { attribs } of all) {
      for (const [name, value] of Object.entries(attribs)) {
        expect(name).not.toMatch(/^on/);
        expect(value).not.toMatch(/url\((?!#)|javascript:|NaN|undefined/);
      }
    }
    // It is valid XML although the name contains a control character and half of a surrogate pair.
    expect(new Resvg(svg).width).toBe(1440);
  });
});
