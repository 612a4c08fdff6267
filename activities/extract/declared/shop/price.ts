import type { PageDocument } from '../../../pages/document.ts';
import { findFirst, following, type PageElement } from '../../../pages/tree/nodes.ts';
import { isNonText, textIn, tidy } from '../text.ts';

const currency =
  /[$€£¥₹₽₩₪₺₴₸฿元円원]|\b(?:USD|EUR|GBP|CHF|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|HRK|INR|CAD|AUD|NZD|BRL|MXN|ARS|CLP|COP|JPY|CNY|KRW|TWD|NT|HKD|SGD|RUB|BYN|KZT|UAH|TRY|ILS|ZAR|AED|Kn|Kč|Ft|Lei|kr|zł|Rs|руб|тг|грн|TL)\b\.?/iu;
const amount = /\d{1,3}(?:[ .,'’\u00a0\u202f]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?/;
/** Names of elements with a price that is no longer asked. */
const formerName =
  /(?:^|[\s_-])(?:old|was|list|regular|compare|rrp|uvp|msrp|before|original|cross\w*|strike\w*|previous|retail)(?:[\s_-]|$)/i;
/** Names of elements with another amount, or the price of another product. */
const otherName =
  /(?:^|[\s_-])(?:savings?|save|discount|shipping|delivery|instal\w*|unit|per|monthly|reviews?|related|recommend\w*|carousel|slider|upsell|cross-?sell|similar|accessor\w*|minicart|menu|nav|footer)(?:[\s_-]|$)/i;
const current = /(?:^|[\s_-])(?:current|sale|now|final|special|our|actual|offer|selling|main|new)(?:[\s_-]|$)/i;

/** How many characters of text after the heading belong to the product. */
const maxDistance = 2_500;

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

function strikes(element: PageElement): boolean {
  const { name, attribs } = element;
  return (
    name === 'del' ||
    name === 's' ||
    name === 'strike' ||
    /line-through/.test(attribs['style'] ?? '') ||
    formerName.test(classesOf(element))
  );
}

/** Whether the element, or what it is in, is struck through. */
export function isStruck(element: PageElement): boolean {
  for (let at: PageElement | null = element, up = 0; at && up < 3; at = at.parent, up++) if (strikes(at)) return true;
  return false;
}

/** The text of an element, without a former price in it. */
export function currentText(element: PageElement): string {
  if (!findFirst(element, strikes)) return textIn(element);
  let text = '';
  for (let node = following(element, element); node; ) {
    const isSkipped = node.nodeType === 1 && (isNonText(node) || strikes(node));
    if (node.nodeType === 3) text += node.data;
    node = following(node, element, !isSkipped);
  }
  return tidy(text) || textIn(element);
}

function isOther(element: PageElement): boolean {
  for (let at: PageElement | null = element, up = 0; at && up < 6; at = at.parent, up++)
    if (otherName.test(classesOf(at))) return true;
  return false;
}

/** The price that the page shows for its product, as written: near the heading, and not struck through. */
export function shownPrice({ body }: PageDocument, heading: PageElement | undefined): string | undefined {
  let best: ShownPrice | undefined;
  let distance = 0;
  let hasBegun = heading === undefined;
  for (let node = following(body, body); node && distance < maxDistance; ) {
    let into = true;
    if (node === heading) hasBegun = true;
    if (node.nodeType === 1) {
      if (isNonText(node)) into = false;
      else if (hasBegun && isPriceElement(node)) {
        const text = tidy(node.textContent);
        if (text.length < 60 && amount.test(text) && !isStruck(node) && !isOther(node)) {
          const amounts = text.match(new RegExp(amount, 'g')) ?? [];
          const score =
            50 +
            (currency.test(text) ? 20 : 0) +
            (current.test(classesOf(node)) ? 10 : 0) -
            distance / 100 -
            (amounts.length - 1) * 15;
          if (amounts.length < 4 && (!best || score > best.score)) best = { text, score };
        }
      }
    } else if (hasBegun) {
      const text = tidy(node.data);
      distance += text.length;
      if (
        text &&
        text.length < 40 &&
        node.parent &&
        amount.test(text) &&
        currency.test(text) &&
        !isStruck(node.parent) &&
        !isOther(node.parent)
      ) {
        const score = 55 - distance / 100;
        if (!best || score > best.score) best = { text, score };
      }
    }
    node = following(node, body, into);
  }
  return best?.text;
}
