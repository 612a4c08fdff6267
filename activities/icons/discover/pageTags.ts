import { Parser } from 'htmlparser2';
import { parseUrl } from '../../../contracts/parseUrl.ts';

/** The tags of a page that declare icons and cards, in document order. */
export interface PageTags {
  /** The URL that relative references are resolved against. */
  base: string;
  links: Record<string, string>[];
  metas: Record<string, string>[];
  jsonLd: string[];
  title?: string;
}

const maxTags = 2_000;
const maxJsonLd = 50;
const maxTitleLength = 1_000;

/** Reads a page's tags, also from the body, where some templates put them. */
export function readTags(html: string, pageUrl: string): PageTags {
  const tags: PageTags = { base: pageUrl, links: [], metas: [], jsonLd: [] };
  let title = '';
  let hasBase = false;
  let isTitle = false;
  let script: string | undefined;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const base =
          name === 'base' && !hasBase && attributes['href'] !== undefined
            ? parseUrl(attributes['href'].trim(), pageUrl)
            : undefined;
        if (base) {
          hasBase = true;
          if (/^https?:$/.test(base.protocol)) tags.base = base.href;
        } else if (name === 'link' && tags.links.length < maxTags) tags.links.push(attributes);
        else if (name === 'meta' && tags.metas.length < maxTags) tags.metas.push(attributes);
        else if (name === 'title' && title === '') isTitle = true;
        else if (name === 'script' && /ld\+json/i.test(attributes['type'] ?? '')) script = '';
      },
      ontext(text) {
        if (script !== undefined) script += text;
        else if (isTitle && title.length < maxTitleLength) title += text;
      },
      onclosetag(name) {
        isTitle = false;
        if (name !== 'script' || script === undefined) return;
        if (tags.jsonLd.length < maxJsonLd) tags.jsonLd.push(script);
        script = undefined;
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return { ...tags, title };
}

/** Decodes a page by the charset in its header. Wrong text does no harm: URLs are ASCII in all common encodings. */
export function decodeHtml(body: Buffer, contentType: string | undefined): string {
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return body.toString('utf8');
  }
}
