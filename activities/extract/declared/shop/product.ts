import type { PageDocument } from '../../../pages/document.ts';
import { readHeadTags } from '../../../pages/metadata/headTags.ts';
import { mainHeadingOf } from '../../../pages/metadata/title.ts';
import { type Evidence, type Item, isItem, type Origin, type Value } from '../evidence.ts';
import { type Placed, placedIn } from './placed.ts';
import { shownPrice } from './price.ts';
import { codeInState, codeInUrl, shownCode } from './productCode.ts';
import { offersSizes, shownAvailability } from './stock.ts';

const productType = /^(?:Product|ProductGroup|IndividualProduct|ProductModel|Vehicle|Car|Book)$/i;

function isProduct({ types }: Item): boolean {
  return types.some((type) => productType.test(type));
}

/** Properties that lead to what the page is about, not to other products. */
const wrappers = ['mainEntity', 'about', 'item', 'mainEntityOfPage'];

function productsIn(items: readonly Item[]): Item[] {
  return items.flatMap((item) => [item, ...wrappers.flatMap((name) => nested(item, name))]).filter(isProduct);
}

function nested(item: Item, name: string): Item[] {
  return (item.properties.get(name) ?? []).filter(isItem);
}

/** The offers of a product and of its variants. */
function offersOf(product: Item): Item[] {
  const own = [...nested(product, 'offers'), ...nested(product, 'offer')];
  const inner = own.flatMap((offer) => nested(offer, 'offers'));
  const variants = [...nested(product, 'hasVariant'), ...nested(product, 'model')].flatMap((variant) =>
    nested(variant, 'offers'),
  );
  return [...own, ...inner, ...variants];
}

function stockOf(value: Value): string {
  return String(isItem(value) ? '' : value)
    .replace(/^.*[/#]/, '')
    .toLowerCase();
}

const forSale = /^(?:instock|limitedavailability|onlineonly|instoreonly|preorder|presale|backorder|in stock)$/;

/** A product that is sold in several variants is in stock if one of them is. */
function declaredAvailability(offers: readonly Item[]): Placed | undefined {
  const states = offers.flatMap((item) =>
    (item.properties.get('availability') ?? []).map((value) => placedIn(item, 'availability', value)),
  );
  return states.find(({ value }) => forSale.test(stockOf(value))) ?? states[0];
}

/** The price of the product: its own, or that of its first offer. */
function declaredPrice(offers: readonly Item[]): Placed | undefined {
  for (const name of ['price', 'lowPrice'])
    for (const offer of offers) {
      const [price] = offer.properties.get(name) ?? [];
      if (price !== undefined && String(price) !== '') return placedIn(offer, name, price);
    }
  return undefined;
}

/** Pages that show a price beside a heading, or declare a product, are about a product. */
function declaresProduct({ items, page }: Evidence): boolean {
  const types = page.properties.get('type') ?? [];
  return (
    items.some(isProduct) ||
    types.some((type) => /product/i.test(String(type))) ||
    page.properties.has('price:amount') ||
    page.properties.has('amount')
  );
}

/**
 * What a shop page says about its product, beyond what it declares: the number that the shop shows, the current price
 * beside the heading, the state of the button that buys it.
 */
export function withProduct(evidence: Evidence, document: PageDocument): Evidence {
  const { items } = evidence;
  const heading = mainHeadingOf(readHeadTags(document))?.element;
  const products = productsIn(items);
  const declared = products.find(({ properties }) => properties.has('offers') || properties.has('sku')) ?? products[0];
  const price = shownPrice(document, evidence, heading);
  const availability = shownAvailability(document, evidence, heading);
  const code = shownCode(evidence, heading);
  if (!declared && !declaresProduct(evidence) && !(price && (availability || code)) && !isProductAddress(document.url))
    return evidence;

  // First in the order of properties: of several that mean the same, such as `sku` and `productID`, the first counts.
  const properties = new Map<string, Value[]>();
  const origins = new Map<string, (Origin | undefined)[]>();
  function set(name: string, placed: Placed | undefined): void {
    if (!placed) return;
    properties.set(name, [placed.value, ...(declared?.properties.get(name) ?? [])]);
    origins.set(name, [placed.origin, ...(declared?.origins?.get(name) ?? [])]);
  }
  const offers = declared ? [declared, ...offersOf(declared)] : [];
  const asked = declaredPrice(offers);
  set('price', asked);
  const shown: Placed | undefined = price ? { value: price, origin: { source: 'label', path: 'price' } } : undefined;
  if (asked === undefined) set(marksPrice(evidence) ? 'displayedPrice' : 'price', shown);
  const stock = declaredAvailability(offers);
  // Some shops declare one size, which may be sold out while others can be bought.
  const isOverruled =
    stock && availability?.value === 'InStock' && !forSale.test(stockOf(stock.value)) && offersSizes(evidence, heading);
  set('availability', isOverruled ? availability : (stock ?? availability ?? impliedAvailability(asked ?? shown)));
  set('sku', code ?? (declared?.properties.has('sku') ? undefined : (codeInState(document) ?? codeInUrl(document))));
  for (const [name, values] of declared?.properties ?? []) if (!properties.has(name)) properties.set(name, values);
  const product: Item = { source: declared?.source ?? 'label', types: ['Product'], properties, origins };
  return { ...evidence, items: [product, ...items.filter((item) => item !== declared)] };
}

/** Whether a price is marked outside of the product: then the one that is shown gets a name that says less. */
function marksPrice({ items, page }: Evidence): boolean {
  return (
    ['price', 'price:amount', 'amount'].some((name) => page.properties.has(name)) ||
    items.some(({ properties }) => properties.has('price'))
  );
}

/** What is offered at a price is for sale, unless the page says otherwise. */
function impliedAvailability(price: Placed | undefined): Placed | undefined {
  return price && { value: 'InStock', origin: { ...price.origin, quote: String(price.value) } };
}

/** Many shops have `/product/` in the addresses of their products, in one way or another. */
function isProductAddress(url: string): boolean {
  return /\/(?:products?|produkt\w*|produit|producto|prodotto|prod|pd|dp|p|itm|item|deal)[/_-]/i.test(url);
}
