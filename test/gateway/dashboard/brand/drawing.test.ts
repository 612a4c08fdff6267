import { parseDocument } from 'htmlparser2';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawSheet } from '../../../../gateway/dashboard/playground/brand/drawing/sheet.ts';
import { brand, harbor, hostile } from './brands.ts';

/** All elements of a drawing. */
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

describe('the drawn sheet', () => {
  it('is a drawing of its size, with the colours of the brand', async () => {
    const { svg, width, height } = drawSheet(brand());
    const { data, info } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([width, height]);
    const at = (x: number, y: number) => [...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)];
    expect(at(20, 20)).toEqual([0xfb, 0xfa, 0xf7]);
    expect(at(1100, 200)).toEqual([0x0b, 0x7a, 0x75]);
  });

  it('is smaller where less was found', () => {
    const { svg, height } = drawSheet(brand({ confidence: {} }));
    expect(height).toBeLessThan(600);
    expect(
      elements(svg).some(({ attribs }) => Object.values(attribs).some((value) => /NaN|undefined/.test(value))),
    ).toBe(false);
  });

  it('says the names as they are', () => {
    expect(drawSheet(brand({ ...harbor, brandName: 'Fish & <Chips>' })).svg).toContain('Fish &amp; &lt;Chips&gt;');
  });

  it('holds nothing that runs or fetches, whatever the page wrote', async () => {
    const { svg } = drawSheet(brand(hostile));
    const all = elements(svg);
    expect(all.map(({ name }) => name).filter((name) => /script|style|foreignObject|image|a$/.test(name))).toEqual([]);
    for (const { attribs } of all) {
      for (const [name, value] of Object.entries(attribs)) {
        expect(name).not.toMatch(/^on/);
        expect(value).not.toMatch(/url\((?!#)|javascript:|NaN|undefined/);
      }
    }
    // It is XML, control characters and half letters notwithstanding.
    expect((await sharp(Buffer.from(svg)).metadata()).width).toBe(1440);
  });
});
