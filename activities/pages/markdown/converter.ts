import TurndownService from 'turndown';
import type { PageElement } from '../tree/nodes.ts';
import { isLeaf } from './leaf.ts';

/** Also what turndown leaves alone: HTML and entities in the page's own words, and list markers with a parenthesis. */
const escapeMore = (text: string): string =>
  text
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/&(?=#?\w{1,31};)/g, '\\&')
    .replace(/~~/g, '\\~\\~')
    .replace(/^(\d{1,9})\) /, '$1\\) ');

const indent = (content: string, width: number): string => content.replace(/\n(?!\n|$)/g, `\n${' '.repeat(width)}`);

/** turndown as we use it: GitHub-flavoured, over our own tree. */
export const createMarkdownConverter = (): ((root: PageElement) => string) => {
  const service = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
    br: '\\',
  });
  const escapeBasics = service.escape.bind(service);
  service.escape = (text) => escapeMore(escapeBasics(text));
  const ordinals = new WeakMap<object, number>();

  service.addRule('leaf', {
    filter: isLeaf,
    replacement: (_content, node) => ('getAttribute' in node ? (node.getAttribute('markdown') ?? '') : ''),
  });
  service.addRule('strikethrough', {
    filter: ['del', 's'],
    replacement: (content) => (content.trim() ? `~~${content}~~` : ''),
  });
  service.addRule('script', {
    filter: ['sub', 'sup'],
    replacement: (content, node) => {
      const name = node.nodeName.toLowerCase();
      return content.trim() ? `<${name}>${content}</${name}>` : '';
    },
  });
  service.addRule('quotation', { filter: 'q', replacement: (content) => (content.trim() ? `“${content}”` : '') });
  // turndown's own rule pads markers to four columns and looks up each item's number anew, which is quadratic.
  service.addRule('item', {
    filter: 'li',
    replacement: (content, node) => {
      const parent = node.parentNode;
      let marker = '- ';
      if (parent && parent.nodeName === 'OL' && 'getAttribute' in parent && typeof parent.getAttribute === 'function') {
        const start = Number.parseInt(parent.getAttribute('start') ?? '', 10);
        const ordinal = ordinals.get(parent) ?? (start >= 0 && start < 1e9 ? start : 1);
        ordinals.set(parent, ordinal + 1);
        marker = `${ordinal}. `;
      }
      const isLoose = /\n$/.test(content);
      const text = content.replace(/^\n+/, '').trimEnd();
      return `${marker}${indent(text, marker.length)}${isLoose && node.nextSibling ? '\n\n' : node.nextSibling ? '\n' : ''}`;
    },
  });

  // turndown types its input as a browser's node; it reads only what our nodes have.
  const convert: (node: never) => string = service.turndown.bind(service);
  return (root) => convert(root as never);
};
