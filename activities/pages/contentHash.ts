import { hash } from 'node:crypto';
import type { PageItem } from '../../contracts/results/page.ts';

/** A picture, or the target of a link. Each part stops at the next bracket, so that no text takes long. */
const linkTargets = /(!\[[^[\]]*\]\([^()]*\))|\]\([^()]*\)/g;

/**
 * By which the same page is recognized under another address; undefined for one without text. Targets of links do not
 * count: on a page that is found at ever deeper addresses, each leads deeper.
 */
export function contentHashOf({
  markdown,
  html,
  rawHtml,
}: Pick<PageItem, 'markdown' | 'html' | 'rawHtml'>): string | undefined {
  const text =
    markdown?.replace(linkTargets, (_, picture?: string) => picture ?? ']') ?? withoutTargets(html ?? rawHtml);
  return text && /\S/.test(text) ? hash('sha256', text, 'base64url') : undefined;
}

function withoutTargets(html: string | undefined): string | undefined {
  return html?.replace(/\shref="[^"]*"/g, '');
}
