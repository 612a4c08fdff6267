import type { PageDocument } from '../../../pages/document.ts';
import { contains, findFirst, following, type PageElement } from '../../../pages/tree/nodes.ts';
import type { Evidence } from '../evidence.ts';
import { isNonText, textIn, tidy } from '../text.ts';

const currency =
  /[$€£¥₹₽₩₪₺₴₸฿元円원]|\b(?:USD|EUR|GBP|CHF|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|HRK|INR|CAD|AUD|NZD|BRL|MXN|ARS|CLP|COP|JPY|CNY|KRW|TWD|NT|HKD|SGD|RUB|BYN|KZT|UAH|TRY|ILS|ZAR|AED|Kn|Kč|Ft|Lei|kr|zł|Rs|руб|тг|грн|TL)\b\.?/iu;
const amount = /\d{1,3}(?:[ .,'’\u00a0\u202f]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?/;
/** An amount with its currency. */
const money = new RegExp(
  `(?:${currency.source})\\s{0,2}(?:${amount.source})|(?:${amount.source})\\s{0,2}(?:${currency.source})`,
  'giu',
);
/** Names of elements with a price that is no longer asked. */
const formerName =
  /(?:^|[\s_-])(?:old|was|list[_-]?price|regular|compare|rrp|uvp|msrp|before|original|cross\w*|strike\w*|previous|retail)(?:[\s_-]|$)/i;
/** Names of elements with another amount. */
const otherAmount =
  /(?:^|[\s_-])(?:savings?|save|discount|shipping|delivery|instal\w*|unit|per|monthly|tax)(?:[\s_-]|$)/i;
/** Names of elements around other products. */
const otherProducts =
  /(?:^|[\s_-])(?:reviews?|related|recommend\w*|carousel|slider|upsell|cross-?sell|similar|accessor\w*|minicart|menu|nav|footer)(?:[\s_-]|$)/i;
const current = /(?:^|[\s_-])(?:current|sale|now|final|special|our|actual|offer|selling|main|new)(?:[\s_-]|$)/i;

/** Words beside an amount that is not the price: a rate, a saving, postage. */
const otherAmountWords =
  /\/\s?(?:mo|month|mese|monat|mois|mes|mês|md)\b|\b(?:per month|monthly|instal\w*|a month|rate da|in \d+ mesi|raten?|mensualit\w+|cuotas?|parcelas?|you save|save|saving|risparmi|sie sparen|économisez|ahorra|discount|shipping|delivery|postage|versand\w*|livraison|envío|frete|spedizione)\b|\b(?:was|rrp|uvp|msrp|list price|recommended|before)\b|每期|分期|運費|运费|現省|折抵|送料|原價|原价|建議|定価/iu;
const priceWords =
  /\b(?:price|prix|preis|precio|preço|prezzo|prijs|pris|cena|cijena|hinta|ár|preț|fiyat)\b|цена|價|价|価格|가격/iu;

/** How many characters of text after the heading belong to the product. */
const maxDistance = 2_500;
const maxPriceLength = 60;
const maxLineLength = 40;

interface ShownPrice {
  text: string;
  score: number;
}

function classesOf(element: PageElement): string {
  return `${element.attribs['class'] ?? ''} ${element.attribs['id'] ?? ''}`.replace(/([a-z])([A-Z])/g, '$1-$2');
}

function isPriceElement(element: PageElement): boolean {
  return /price|prix|preis|precio|preco|prezzo|cena|pris|amount/i.test(classesOf(element));
}

function isStruckThrough({ name, attribs }: PageElement): boolean {
  return name === 'del' || name === 's' || name === 'strike' || /line-through/.test(attribs['style'] ?? '');
}

function isFormer(element: PageElement): boolean {
  return isStruckThrough(element) || formerName.test(classesOf(element));
}

function isWithin(element: PageElement, levels: number, matches: (element: PageElement) => boolean): boolean {
  for (let at: PageElement | null = element, up = 0; at && up < levels; at = at.parent, up++)
    if (matches(at)) return true;
  return false;
}

/** Whether the element, or what it is in, is struck through or has the name of a former price. */
export function isStruck(element: PageElement): boolean {
  return isWithin(element, 3, isFormer);
}

/** The text of an element, without a former price in it. */
export function currentText(element: PageElement): string {
  if (!findFirst(element, isFormer)) return textIn(element);
  let text = '';
  for (let node = following(element, element); node; ) {
    const isSkipped = node.nodeType === 1 && (isNonText(node) || isFormer(node));
    if (node.nodeType === 3) text += node.data;
    node = following(node, element, !isSkipped);
  }
  return tidy(text) || textIn(element);
}

function isOther(element: PageElement): boolean {
  return (
    isWithin(element, 6, (at) => otherAmount.test(classesOf(at))) ||
    (element.parent !== null && isWithin(element.parent, 6, (at) => otherProducts.test(classesOf(at))))
  );
}

/** Whether an amount in the line that begins in `element` is struck through. */
function isStruckIn(element: PageElement, amountText: string): boolean {
  const [digits = ''] = amount.exec(amountText) ?? [];
  const line = element.parent ?? element;
  return findFirst(line, (each) => isStruckThrough(each) && each.textContent.includes(digits)) !== undefined;
}

/** A name alone is weaker than a line through the price: some shops call their only price the old one. */
const formerNamePenalty = 25;

/** Prices of other products come in rows, in elements with the same classes. */
const repeatedPenalty = 20;
const minRepeated = 4;

function isRepeated(element: PageElement, named: Evidence['named']): boolean {
  const classes = element.attribs['class'];
  const [first] = classes?.trim().split(/\s+/) ?? [];
  const alike = named
    .find(({ name }) => name === first)
    ?.elements.filter(({ attribs }) => attribs['class'] === classes);
  return alike !== undefined && new Set(alike.map((each) => tidy(each.textContent))).size >= minRepeated;
}

/** How well an element fits, apart from its text; undefined if it is not the product's price. */
function placeScore(element: PageElement): number | undefined {
  if (isWithin(element, 3, isStruckThrough) || isOther(element)) return undefined;
  return isStruck(element) ? -formerNamePenalty : 0;
}

/** The amount with its currency if the text has one such, otherwise the text. */
function pricePart(text: string): string {
  const found = text.match(money) ?? [];
  return found.length === 1 && found[0] ? found[0].trim() : text;
}

/** The price that the page shows for its product, as written: near the heading, and not struck through. */
export function shownPrice(
  { body }: PageDocument,
  { blocks, named }: Evidence,
  heading: PageElement | undefined,
): string | undefined {
  let best: ShownPrice | undefined;
  function consider(element: PageElement, text: string, score: number): void {
    if ((best && score <= best.score) || otherAmountWords.test(text)) return;
    const place = placeScore(element);
    if (place !== undefined && (!best || score + place > best.score)) best = { text, score: score + place };
  }

  let distance = 0;
  let hasBegun = heading === undefined;
  for (let node = following(body, body); node && distance < maxDistance; ) {
    let into = true;
    if (node === heading) hasBegun = true;
    if (node.nodeType === 1) {
      if (isNonText(node)) into = false;
      else if (hasBegun && isPriceElement(node)) {
        const text = tidy(node.textContent);
        const amounts = text.length < maxPriceLength ? (text.match(new RegExp(amount, 'g')) ?? []) : [];
        if (amounts.length > 0 && amounts.length < 4) {
          const markup =
            (currency.test(text) ? 20 : 0) +
            (current.test(classesOf(node)) ? 10 : 0) -
            (isRepeated(node, named) ? repeatedPenalty : 0);
          consider(node, text, 50 + markup - distance / 100 - (amounts.length - 1) * 15);
        }
      }
    } else if (hasBegun) distance += tidy(node.data).length;
    node = following(node, body, into);
  }

  // Lines, because the amount and its currency may be in different elements.
  const start = heading ? blocks.findIndex(({ element }) => contains(heading, element)) : 0;
  let lineDistance = 0;
  for (const { text, element } of blocks.slice(Math.max(0, start))) {
    if (lineDistance >= maxDistance) break;
    const amounts = text.length < maxLineLength ? (text.match(money) ?? []) : [];
    const [only = ''] = amounts;
    // The more other words there are, the less the line is about the price.
    const words = (priceWords.test(text) ? 15 : 0) - (text.length - only.length) / 2;
    if (amounts.length === 1 && !otherAmountWords.test(text) && !isStruckIn(element, only))
      consider(element, pricePart(text), 55 - lineDistance / 100 + words);
    lineDistance += text.length;
  }
  return best?.text;
}
