import type { PageElement } from '../../../pages/tree/nodes.ts';
import { element, escapeText, link } from '../../html.ts';
import { type Block, paragraph } from '../../lists.ts';
import { attribute, childAt, childrenNamed, localName, numberOf } from '../../xml.ts';
import type { Relation } from '../relations.ts';

/** The paragraphs of a text body. In a list, as most bodies of slides are, each is an item at its level. */
export function paragraphsOf(
  body: PageElement | undefined,
  relations: ReadonlyMap<string, Relation>,
  isList: boolean,
): Block[] {
  return childrenNamed(body, 'p').map((each) => {
    const html = inlineHtml(each, relations);
    if (html === '') return { html };
    const properties = childAt(each, 'pPr');
    const has = (name: string) => childAt(properties, name) !== undefined;
    const level = numberOf(properties && attribute(properties, 'lvl'), 0);
    const isItem = has('buChar') || has('buAutoNum') || (isList && !has('buNone')) || level > 0;
    return isItem ? { html, level, isNumbered: has('buAutoNum') } : { html: paragraph(html) };
  });
}

/** The text of a paragraph with its emphasis and links. */
export function inlineHtml(paragraphElement: PageElement, relations: ReadonlyMap<string, Relation>): string {
  const parts = paragraphElement.children.map((run) => {
    if (localName(run) === 'br') return '<br>';
    // A field is a date or the number of a slide.
    if (localName(run) !== 'r' && localName(run) !== 'fld') return '';
    const properties = childAt(run, 'rPr');
    const text = escapeText(childAt(run, 't')?.textContent ?? '');
    const click = childAt(properties, 'hlinkClick');
    const relation = click && relations.get(attribute(click, 'id') ?? '');
    const emphasized = properties && attribute(properties, 'b') === '1' && text.trim() ? element('strong', text) : text;
    return link(relation?.isExternal ? relation.target : undefined, emphasized);
  });
  return parts.join('').trim();
}
