import { isElement, isText, type PageElement } from '../../pages/tree/nodes.ts';
import { element, escapeText, imageName, link, table } from '../html.ts';
import { type Block, paragraph, writeBlocks } from '../lists.ts';
import { allNamed, attribute, childAt, childrenNamed, localName, numberOf } from '../xml.ts';
import { stylesOf } from './styles.ts';
import { rowsOf } from './table.ts';

const maxHeadingLevel = 6;
/** More spaces in a row have no meaning. */
const maxSpaces = 100;

/** Writes the content of an OpenDocument part: text, a slide, a cell. Notes are collected and written by `notesHtml`. */
export function createTextWriter(root: PageElement) {
  const numbered = numberedStyles(root);
  const styleOf = stylesOf(root);
  const notes: string[] = [];

  function inline(parent: PageElement): string {
    return parent.childNodes
      .map((node) => (isText(node) ? escapeText(node.data) : isElement(node) ? run(node) : ''))
      .join('');
  }

  function run(node: PageElement): string {
    switch (localName(node)) {
      case 's':
        return ' '.repeat(Math.min(maxSpaces, numberOf(attribute(node, 'c'), 1)));
      case 'tab':
        return ' ';
      case 'line-break':
        return '<br>';
      case 'span':
        return emphasized(node, inline(node));
      case 'a':
        return link(attribute(node, 'href'), inline(node));
      case 'note':
        return noteReference(node);
      case 'frame':
        return frame(node);
      case 'annotation':
      case 'tracked-changes':
      case 'ruby-text':
        return '';
      default:
        return inline(node);
    }
  }

  function emphasized(node: PageElement, html: string): string {
    const { isBold, isItalic } = styleOf(node);
    if (html.trim() === '') return html;
    const slanted = isItalic ? element('em', html) : html;
    return isBold ? element('strong', slanted) : slanted;
  }

  function noteReference(note: PageElement): string {
    const body = childAt(note, 'note-body');
    const number = notes.length + 1;
    notes.push('');
    notes[number - 1] = element('li', body ? flow(body) : '', { id: `note-${number}` });
    return element('sup', element('a', `[${number}]`, { href: `#note-${number}` }));
  }

  function frame(node: PageElement): string {
    const box = childAt(node, 'text-box');
    if (box) return flow(box);
    const inner = childAt(node, 'table');
    if (inner) return tableHtml(inner);
    const image = childAt(node, 'image');
    const description = childAt(node, 'desc')?.textContent || childAt(node, 'title')?.textContent;
    return image ? imageName(description, attribute(image, 'href')) : '';
  }

  function blocks(parent: PageElement, level?: number, isNumbered = false): Block[] {
    const inList = level === undefined ? {} : { level, isNumbered };
    return parent.children.flatMap((child): Block[] => {
      switch (localName(child)) {
        case 'h': {
          const depth = Math.min(maxHeadingLevel, Math.max(1, numberOf(attribute(child, 'outline-level'), 1)));
          const html = inline(child).trim();
          return [{ html: html && element(`h${depth}`, html) }];
        }
        case 'p': {
          const html = inline(child).trim();
          if (level !== undefined) return [{ html, ...inList }];
          const isTitle = html !== '' && styleOf(child).base === 'Title';
          return [{ html: isTitle ? element('h1', html) : paragraph(html) }];
        }
        case 'list': {
          const style = attribute(child, 'style-name');
          const hasNumbers = style === undefined ? isNumbered : numbered.has(style);
          return childrenNamed(child, 'list-item', 'list-header').flatMap((item) =>
            blocks(item, level === undefined ? 0 : level + 1, hasNumbers),
          );
        }
        case 'table':
          return [{ html: tableHtml(child) }];
        case 'frame':
          return [{ html: paragraphOrBlock(frame(child)) }];
        case 'section':
        case 'index-body':
        case 'g':
        case 'custom-shape':
        case 'numbered-paragraph':
          return blocks(child, level, isNumbered);
        default:
          return [];
      }
    });
  }

  function flow(parent: PageElement): string {
    return writeBlocks(blocks(parent));
  }

  function tableHtml(node: PageElement): string {
    return table(rowsOf(node, flow).rows);
  }

  return {
    flow,
    notesHtml: () => (notes.length > 0 ? element('ol', notes.join('')) : ''),
  };
}

/** The list styles whose first level counts. */
function numberedStyles(root: PageElement): Set<string> {
  return new Set(
    allNamed(root, 'list-style')
      .filter((style) => style.children[0] && localName(style.children[0]) === 'list-level-style-number')
      .map((style) => attribute(style, 'name') ?? ''),
  );
}

function paragraphOrBlock(html: string): string {
  return /^<(?:p|table|ul|ol|h\d)\b/.test(html) ? html : paragraph(html);
}
