import { voidNames } from './elementNames.ts';
import type { PageElement, PageNode } from './nodes.ts';

/** The attributes that carry meaning; the others are for style or script. */
const keptAttributes = new Set(
  'href src alt title id name lang dir colspan rowspan headers scope start reversed value type datetime cite width height srcset abbr align open display encoding'.split(
    ' ',
  ),
);
const languageClass = /(?:^|\s)(?:language|lang|highlight-source)-[\w+#.-]+/;

export function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

export function escapeAttribute(text: string): string {
  return escapeText(text).replace(/"/g, '&quot;');
}

function attributesOf({ name, attribs }: PageElement): string {
  let text = '';
  for (const key in attribs) {
    const value = attribs[key] ?? '';
    if (key === 'class') {
      const language = languageClass.exec(value);
      if (language) text += ` class="${escapeAttribute(language[0].trim())}"`;
    } else if (keptAttributes.has(key) && !(key === 'src' && name !== 'img')) {
      // `normalizeContent` has made the addresses absolute; any other scheme left here might run a script.
      if ((key === 'href' || key === 'src' || key === 'cite') && !/^(?:https?|mailto|tel):/i.test(value)) continue;
      text += ` ${key}="${escapeAttribute(value)}"`;
    }
  }
  return text;
}

/** The HTML of an element's content, without anything that could run a script. */
export function serializeInner(element: PageElement): string {
  const parts: string[] = [];
  function write(node: PageNode): void {
    if (node.nodeType === 3) {
      parts.push(escapeText(node.data));
      return;
    }
    if (!/^[a-z][a-z\d-]*$/.test(node.name)) {
      for (let child = node.first; child; child = child.next) write(child);
      return;
    }
    parts.push(`<${node.name}${attributesOf(node)}>`);
    if (voidNames.has(node.name)) return;
    for (let child = node.first; child; child = child.next) write(child);
    parts.push(`</${node.name}>`);
  }
  for (let child = element.first; child; child = child.next) write(child);
  return parts.join('').trim();
}
