import { isRecord } from '../../../contracts/json/isRecord.ts';
import { parseUrl } from '../../../contracts/parseUrl.ts';
import { type JsonLdObject, textUnder, typesOf } from '../jsonLd.ts';
import { plainWords } from './compareTexts.ts';
import type { HeadTags } from './headTags.ts';

const separated = /^(.+?)\s+[|–—·•»:~-]+\s+([^|–—·•»]+)$/;

/** The label of the host that people know: `shop.example.co.uk` → `example`. */
function hostWord(url: string): string {
  const labels =
    parseUrl(url)
      ?.hostname.replace(/^www\./, '')
      .split('.') ?? [];
  const suffixLength = labels.length > 2 && (labels.at(-2)?.length ?? 0) <= 3 ? 2 : 1;
  return labels.at(-1 - suffixLength) ?? '';
}

function declaredName(objects: readonly JsonLdObject[]): string | undefined {
  for (const type of ['WebSite', 'NewsMediaOrganization', 'Organization', 'OnlineStore', 'Corporation'])
    for (const object of objects) {
      if (!typesOf(object).includes(type)) continue;
      const name = textUnder(object, 'name');
      if (name) return name;
    }
  for (const object of objects) {
    const publisher = object['publisher'];
    const name = isRecord(publisher) && typeof publisher['name'] === 'string' ? publisher['name'].trim() : '';
    if (name) return name;
  }
  return undefined;
}

/** The name of the site: declared, or the part of the title that spells the host. */
export function siteNameOf(
  { meta, title }: HeadTags,
  jsonLd: readonly JsonLdObject[],
  url: string,
): string | undefined {
  const declared = meta.get('og:site_name') ?? meta.get('application-name') ?? declaredName(jsonLd);
  if (declared) return declared;
  const host = hostWord(url);
  const parts = separated.exec(title ?? '');
  const named = [parts?.[2], parts?.[1]].find((part) => part && plainWords(part).replaceAll(' ', '') === host);
  return named ?? meta.get('apple-mobile-web-app-title');
}
