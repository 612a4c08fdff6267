import type { PageDocument } from '../document.ts';
import { following, type PageElement } from '../tree/nodes.ts';

const maxLength = 2_000;

/** Collapses whitespace; undefined if nothing is left. */
export function tidy(text: string | undefined | null): string | undefined {
  return (
    text
      ?.replace(/[\s\u00a0\u200b\ufeff]+/g, ' ')
      .trim()
      .slice(0, maxLength) || undefined
  );
}

/** From anywhere on the page, since many pages have them outside of `<head>`. */
export interface HeadTags {
  /** The content of `<meta name>` and `<meta property>`, the first of each name. */
  meta: ReadonlyMap<string, string>;
  title: string | undefined;
  canonical: string | undefined;
  /** `<h1>` to `<h3>`, the first of them. */
  headings: readonly PageElement[];
  /** Elements whose markup says that they hold a date. */
  dated: readonly PageElement[];
}

const maxHeadings = 40;

export function readHeadTags({ html, resolve }: PageDocument): HeadTags {
  const meta = new Map<string, string>();
  let title: string | undefined;
  let canonical: string | undefined;
  const headings: PageElement[] = [];
  const dated: PageElement[] = [];
  for (
    let node = following(html, html);
    node;
    node = following(node, html, node.nodeType === 1 && node.name !== 'svg')
  ) {
    if (node.nodeType !== 1) continue;
    const { name, attribs } = node;
    if (attribs['itemprop']?.includes('date') || attribs['pubdate'] !== undefined) dated.push(node);
    if (name === 'meta') {
      const content = tidy(attribs['content']);
      if (!content) continue;
      for (const key of [attribs['property'], attribs['name'], attribs['http-equiv']]) {
        const lower = key?.trim().toLowerCase();
        if (lower && !meta.has(lower)) meta.set(lower, content);
      }
    } else if (name === 'title') title ??= tidy(node.textContent);
    else if (name === 'link' && /(?:^|\s)canonical(?:\s|$)/i.test(attribs['rel'] ?? ''))
      canonical ??= resolve(attribs['href']);
    else if ((name === 'h1' || name === 'h2' || name === 'h3') && headings.length < maxHeadings) headings.push(node);
  }
  return { meta, title, canonical, headings, dated };
}
