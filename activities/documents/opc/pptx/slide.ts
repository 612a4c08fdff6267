import type { PageElement } from '../../../pages/tree/nodes.ts';
import type { Archive } from '../../archive.ts';
import { type Cell, element, imageName, table } from '../../html.ts';
import { writeBlocks } from '../../lists.ts';
import { attribute, childAt, childrenNamed, firstNamed, localName, numberOf, parseXml } from '../../xml.ts';
import type { Relation } from '../relations.ts';
import { chartHtml } from './chart.ts';
import { inlineHtml, paragraphsOf } from './text.ts';

interface Slide {
  archive: Archive;
  relations: ReadonlyMap<string, Relation>;
  number: number;
}

interface Placed {
  shape: PageElement;
  top: number;
  left: number;
}

/** Shapes whose tops differ by less are side by side: a tenth of an inch. */
const rowHeight = 91_440;
/** What a slide repeats on every page. */
const furniture = new Set(['dt', 'ftr', 'sldNum', 'hdr']);

/** The title, then the other shapes in the order in which they are read. */
export async function slideHtml(root: PageElement, slide: Slide): Promise<string> {
  const shapes = placed(firstNamed(root, 'spTree'));
  const title = shapes.find(({ shape }) => isTitle(shape))?.shape;
  const heading =
    title && childrenNamed(childAt(title, 'txBody'), 'p').map((each) => inlineHtml(each, slide.relations));
  const headingHtml = heading?.filter(Boolean).join(' ').replace(/<br>/g, ' ') || `Slide ${slide.number}`;
  const parts = [element('h2', headingHtml)];
  for (const { shape } of shapes) if (shape !== title) parts.push(await shapeHtml(shape, slide));
  return parts.length > 1 || heading ? parts.join('') : '';
}

/** Those of groups too, from top to bottom and from left to right. */
function placed(tree: PageElement | undefined): Placed[] {
  const found: Placed[] = [];
  function collect(parent: PageElement | undefined, group?: Placed): void {
    for (const shape of parent?.children ?? []) {
      const offset = firstNamed(shape, 'off');
      const own = offset
        ? { shape, top: numberOf(attribute(offset, 'y'), 0), left: numberOf(attribute(offset, 'x'), 0) }
        : { shape, top: Number.MAX_SAFE_INTEGER, left: 0 };
      // The places inside of a group are in its own coordinates, so its shapes stay together.
      if (localName(shape) === 'grpSp') collect(shape, group ?? own);
      else if (['sp', 'pic', 'graphicFrame'].includes(localName(shape))) found.push({ ...(group ?? own), shape });
    }
  }
  collect(tree);
  // A placeholder without a place of its own has that of its layout, where the order of the file is all there is.
  const order = new Map(found.map((each, at) => [each, at]));
  const isPlaced = found.every(({ top }) => top !== Number.MAX_SAFE_INTEGER);
  if (!isPlaced) return found;
  return found.sort((a, b) => {
    const rows = Math.round(a.top / rowHeight) - Math.round(b.top / rowHeight);
    return rows || a.left - b.left || (order.get(a) ?? 0) - (order.get(b) ?? 0);
  });
}

function placeholderOf(shape: PageElement): PageElement | undefined {
  return childAt(shape, 'nvSpPr', 'nvPr', 'ph');
}

function isTitle(shape: PageElement): boolean {
  const placeholder = placeholderOf(shape);
  return ['title', 'ctrTitle'].includes((placeholder && attribute(placeholder, 'type')) ?? '');
}

async function shapeHtml(shape: PageElement, { archive, relations }: Slide): Promise<string> {
  switch (localName(shape)) {
    case 'sp': {
      const placeholder = placeholderOf(shape);
      const type = placeholder ? (attribute(placeholder, 'type') ?? 'body') : undefined;
      if (type !== undefined && furniture.has(type)) return '';
      return writeBlocks(paragraphsOf(childAt(shape, 'txBody'), relations, type === 'body' || type === 'obj'));
    }
    case 'pic': {
      const about = childAt(shape, 'nvPicPr', 'cNvPr');
      const fill = childAt(shape, 'blipFill', 'blip');
      const file = fill && relations.get(attribute(fill, 'embed') ?? '')?.target;
      const name = imageName(about && attribute(about, 'descr'), file);
      return name && element('p', name);
    }
    default: {
      const rows = firstNamed(shape, 'tbl');
      if (rows) return tableHtml(rows, relations);
      const chart = firstNamed(shape, 'chart');
      const part = chart && relations.get(attribute(chart, 'id') ?? '')?.target;
      return part && archive.has(part) ? chartHtml(parseXml(await archive.text(part))) : '';
    }
  }
}

function tableHtml(rows: PageElement, relations: ReadonlyMap<string, Relation>): string {
  return table(
    childrenNamed(rows, 'tr').map((row) =>
      childrenNamed(row, 'tc').flatMap((cell): Cell[] => {
        // The places that a merged cell covers.
        if (attribute(cell, 'hMerge') === '1' || attribute(cell, 'vMerge') === '1') return [];
        const lines = childrenNamed(childAt(cell, 'txBody'), 'p').map((each) => inlineHtml(each, relations));
        return [
          {
            html: lines.filter(Boolean).join('<br>'),
            colspan: numberOf(attribute(cell, 'gridSpan'), 1),
            rowspan: numberOf(attribute(cell, 'rowSpan'), 1),
          },
        ];
      }),
    ),
  );
}
