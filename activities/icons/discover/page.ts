import { Parser } from 'htmlparser2';

/** The tags of a page that speak of icons and cards, in their order. */
export interface PageTags {
  /** What relative addresses are relative to. */
  base: string;
  links: Record<string, string>[];
  metas: Record<string, string>[];
  jsonLd: string[];
}

const mostTags = 2_000;

/** Reads a page's tags wherever they stand: templates put them into the body, twice, unquoted and in capitals. */
export function readTags(html: string, pageUrl: string): PageTags {
  const tags: PageTags = { base: pageUrl, links: [], metas: [], jsonLd: [] };
  let hasBase = false;
  let script: string | undefined;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (
          name === 'base' &&
          !hasBase &&
          attributes['href'] !== undefined &&
          URL.canParse(attributes['href'].trim(), pageUrl)
        ) {
          hasBase = true;
          const base = new URL(attributes['href'].trim(), pageUrl);
          if (/^https?:$/.test(base.protocol)) tags.base = base.href;
        } else if (name === 'link' && tags.links.length < mostTags) tags.links.push(attributes);
        else if (name === 'meta' && tags.metas.length < mostTags) tags.metas.push(attributes);
        else if (name === 'script' && /ld\+json/i.test(attributes['type'] ?? '')) script = '';
      },
      ontext(text) {
        if (script !== undefined) script += text;
      },
      onclosetag(name) {
        if (name !== 'script' || script === undefined) return;
        if (tags.jsonLd.length < 50) tags.jsonLd.push(script);
        script = undefined;
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return tags;
}

/** Decodes a page in the encoding that its header names; addresses are ASCII in all of them. */
export function decodeHtml(body: Buffer, contentType: string | undefined): string {
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return body.toString('utf8');
  }
}
