import { parseUrl } from '../../../../contracts/parseUrl.ts';
import type { PageDocument } from '../../../pages/document.ts';
import { contains, type PageElement } from '../../../pages/tree/nodes.ts';
import type { Evidence } from '../evidence.ts';
import { textIn, tidy } from '../text.ts';
import type { Placed } from './placed.ts';

/** What shops call their own number of a product; numbers of the maker (MPN, model) and of the trade (EAN) are others. */
const codeLabel =
  /^(?:sku|asin|item|article|product|catalog(?:ue)?|stock|style|ref(?:erence)?|art(?:ikel)?|bestell|produkt|kod|kód|código|codigo|cod|codice|référence|referencia|referência|réf|tuote|vare|varenr|cikkszám|šifra|артикул|код|арт|商品|貨號|货号|品番|상품)(?:[\s.:-]*(?:sku|code|no|nr|number|num|numero|número|nummer|id|#|№|n°|nº|numer|produs|produktu|produto|prodotto|product|produktu|tovaru|товара|artikla|zboží|prodotto|番号|編號|编号|コード|번호|article|artykułu|item))*[\s.:#№–-]*$/iu;
const otherNumbers =
  /mpn|model|ean|gtin|upc|isbn|barcode|size|weight|price|type|name|category|brand|quantity|dimension/i;
const codeText = /^(?=.*\d)[a-z\d][a-z\d./_-]{2,24}$/i;
const inlineCode =
  /(?:^|[\s(|,·•])(?:sku|asin|item\s?(?:no\.?|number|code|#|id)|article\s?(?:no\.?|number)|product\s?(?:code|no\.?|number|id)|ref(?:erence|\.)?(?:\s?(?:no\.?|number))?|art(?:ikel)?[.\s-]*(?:nr|no|nummer)\.?|bestell-?nr\.?|bestellnummer|cod(?:\.|ice)?\s?(?:produs|prodotto|produto)?|código|référence|réf\.?|kód|kod produktu|артикул|код(?: товара)?|šifra|商品編號|商品编号|상품번호)\s*[:：#.]*\s+#?([\p{L}\d][\p{L}\d./_-]{2,24})(?=$|[\s)|,·•])/iu;

/** Names of elements that hold the number: `product-reference`, `itemSku`. */
const codeName =
  /(?:^|[-_])sku(?:$|[-_])|(?:product|article|item)[-_]*(?:reference|ref|code|number|nr|sku|identifier)(?:$|[-_])/i;
const maxLabeledLength = 100;
/** Lines after the heading that are about the product itself, not about others. */
const maxLines = 120;

/** The product's number as the shop shows it: `Item no. 418295`. */
export function shownCode({ facts, blocks, named }: Evidence, heading: PageElement | undefined): Placed | undefined {
  const labeled = facts.flatMap(({ label, value, source }) => {
    const code = value.trim().replace(/^#/, '');
    return codeLabel.test(label) && !otherNumbers.test(label) && codeText.test(code) ? [{ label, code, source }] : [];
  });
  const own = labeled.find(({ label }) => /sku|asin/i.test(label)) ?? labeled[0];
  if (own) return { value: own.code, origin: { source: own.source, path: own.label } };
  const start = heading
    ? Math.max(
        0,
        blocks.findIndex(({ element }) => contains(heading, element)),
      )
    : 0;
  for (const { text } of blocks.slice(start, start + maxLines)) {
    const [, code] = text.length < maxLabeledLength ? (inlineCode.exec(text) ?? []) : [];
    if (code && /\d{2}/.test(code)) return { value: code, origin: { source: 'label', path: 'sku', quote: text } };
  }
  for (const { name, elements } of named) {
    const text = codeName.test(name) && elements[0] ? tidy(textIn(elements[0])) : '';
    if (codeText.test(text)) return { value: text, origin: { source: 'class name', path: name } };
  }
  return undefined;
}

const maxDistinct = 3;

/** The number in the state that the page's scripts begin with: `{"variants": [{"sku": "1257009"}]}`. */
export function codeInState({ source }: PageDocument): Placed | undefined {
  const codes = [...source.matchAll(/\\?"sku\\?"\s*:\s*\\?"([\w./-]{3,30})\\?"/gi)].map(([, code = '']) => code);
  const distinct = new Set(codes.filter((code) => codeText.test(code)));
  const [first] = distinct;
  return first && distinct.size <= maxDistinct ? { value: first, origin: { source: 'state', path: 'sku' } } : undefined;
}

/** A word of an address that may be a number of the shop: `B07FW264WL`, `p400105394`, `NI_AT3484-623`. */
function codesInUrl(url: string): string[] {
  const parsed = parseUrl(url);
  if (!parsed) return [];
  const { pathname, searchParams } = parsed;
  const named = ['sku', 'pid', 'id', 'product_id', 'productid', 'item', 'itemid'].flatMap(
    (name) => searchParams.get(name) ?? [],
  );
  const segments = pathname
    .split('/')
    .filter(Boolean)
    .reverse()
    .slice(0, 3)
    .map((segment) => decodeURIComponent(segment).replace(/\.\w{2,5}$/, ''));
  // Words make a title, not a number: `cheap_1131`.
  const whole = segments.filter((segment) => codeText.test(segment) && !/[a-z]{4}/.test(segment));
  const parts = segments
    .flatMap((segment) => segment.split(/[-,_]/).reverse())
    .filter((part) => !/^\d{1,4}$/.test(part));
  return [...named, ...whole, ...parts].filter(
    (code) => /\d{4}|(?=.*[A-Z])(?=(?:.*\d){3})/.test(code) && codeText.test(code),
  );
}

/** How often an address repeats on a page that is about nothing else. */
const minOccurrences = 3;

/** The number in the page's address, if the page itself uses it too. */
export function codeInUrl({ source, url }: PageDocument): Placed | undefined {
  for (const code of codesInUrl(url))
    for (const form of new Set([code, code.replace(/^[a-zA-Z](?=\d{4})/, '')]))
      if (source.includes(`"${form}"`) || source.split(form).length > minOccurrences)
        return { value: form, origin: { source: 'url', path: 'url', quote: url } };
  return undefined;
}
