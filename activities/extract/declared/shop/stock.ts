import type { PageDocument } from '../../../pages/document.ts';
import { contains, findAll, type PageElement } from '../../../pages/tree/nodes.ts';
import type { Evidence } from '../evidence.ts';
import { textIn, tidy } from '../text.ts';
import type { Placed } from './placed.ts';

const outOfStock =
  /\b(?:out of stock|sold out|currently unavailable|not available|no longer available|temporarily unavailable|unavailable|notify me when|when it[’' i]*s (?:back )?in stock|when back in stock|back ?order|ausverkauft|nicht (?:verfügbar|vorrätig|auf lager|lieferbar)|derzeit nicht|épuisé|rupture de stock|indisponible|agotado|sin stock|no disponible|esgotado|indisponível|esaurito|non disponibile|uitverkocht|niet (?:op voorraad|leverbaar)|udsolgt|slutsåld|utsolgt|loppu|wyprzedan\w+|niedostępn\w+|vypredané|vyprodáno|nedostupn\w+|nie je skladom|rasprodano|razprodano|elfogyott|stoc epuizat|indisponibil)\b|нет в наличии|распродан|品切れ|在庫なし|缺貨|缺货|售完|已售完|품절|日済/iu;
const inStock =
  /\b(?:in stock|available now|ready to ship|only \d+ left|\d+ (?:left|in stock|available)|auf lager|lieferbar|sofort verfügbar|dobavljivo|vorrätig|verfügbar|en stock|disponible|disponível|em estoque|disponibil[ei]|disponibile|in magazzino|op voorraad|på lager|i lager|varastossa|dostępn\w+|na sklade|skladem|skladom|na zalogi|na zalihi|dostupno|in stoc|raktáron)\b|в наличии|есть на складе|在庫あり|現貨|有貨|재고/iu;
/** What the button says that puts a product into the cart, or buys it. */
const cartButton =
  /\b(?:add to (?:cart|bag|basket|trolley)|buy (?:now|it now|tickets?)|in den warenkorb|in den einkaufswagen|jetzt kaufen|ajouter (?:au|à mon) panier|acheter|añadir (?:al|a la) (?:carrito|cesta|bolsa)|agregar al carr\w+|comprar|adicionar ao carrinho|aggiungi al carrello|acquista|in winkelwagen|bestellen|læg i kurv|lägg i (?:varukorg|kundvagn)\w*|legg i handlekurv|lisää (?:ostoskoriin|koriin)|do koszyka|kup teraz|do košíka|do košíku|kúpiť|koupit|kupi|u košaricu|dodaj (?:u|v) (?:košaricu|košarico)|v košarico|kosárba|adaugă în coș|adauga in cos|sepete ekle)\b|в корзину|купить|我要購買|加入購物車|加入购物车|立即購買|立即购买|カートに入れる|장바구니|구매하기|바로구매/iu;

/** Names of the same button: `add-to-cart`, `buy_btn`. */
const cartName =
  /(?:^|[\s_-])(?:add[_-]?to[_-]?(?:cart|bag|basket|trolley)|buy(?:[_-]?(?:now|btn|button|it))?|btn[_-]?buy)(?:$|[\s_-])/i;

/** How many lines after the heading are about the product itself. */
const maxLines = 60;
const maxLength = 120;

/** An image that is not available says nothing about the product. */
const aboutPictures = /\b(?:images?|immagin[ei]|imagen|imagem|bild(?:er)?|photos?|foto|video|preview)\b/iu;

function isDisabled({ attribs }: PageElement): boolean {
  return (
    attribs['disabled'] !== undefined ||
    /(?:^|\s)(?:disabled|sold-?out|unavailable)(?:\s|$)/i.test(attribs['class'] ?? '')
  );
}

function buttonText(element: PageElement): string {
  return tidy(
    `${textIn(element)} ${element.attribs['value'] ?? ''} ${element.attribs['aria-label'] ?? ''} ${element.attribs['title'] ?? ''}`,
  );
}

function namesOf({ attribs }: PageElement): string {
  return `${attribs['class'] ?? ''} ${attribs['id'] ?? ''}`.replace(/([a-z])([A-Z])/g, '$1-$2');
}

function isButton({ name, attribs }: PageElement): boolean {
  if (name === 'button') return true;
  if (name === 'input') return /^(?:submit|button|image)$/i.test(attribs['type'] ?? '');
  return (
    (name === 'a' || name === 'div' || name === 'span') &&
    (attribs['role'] === 'button' ||
      /cart|buy|basket|warenkorb|panier|kosik|koszyk|btn|button/i.test(`${attribs['class']} ${attribs['id']}`))
  );
}

/** Whether the page has a button that puts the product into the cart: enabled, disabled, or none. */
function cartState(body: PageElement): { isEnabled: boolean; text: string } | undefined {
  const buttons = findAll(body, isButton).flatMap((element) => {
    const text = buttonText(element);
    const isNamed = element.name !== 'div' && element.name !== 'span' && cartName.test(namesOf(element));
    return text.length < 80 && (cartButton.test(text) || isNamed) ? [{ isEnabled: !isDisabled(element), text }] : [];
  });
  return buttons.find(({ isEnabled }) => isEnabled) ?? buttons[0];
}

function stated(value: 'InStock' | 'OutOfStock', quote: string): Placed {
  return { value, origin: { source: 'label', path: 'availability', quote } };
}

/** The lines that are about the product itself. */
function linesNear(heading: PageElement | undefined, blocks: Evidence['blocks']): string[] {
  const start = heading
    ? Math.max(
        0,
        blocks.findIndex(({ element }) => contains(heading, element)),
      )
    : 0;
  return blocks.slice(start, start + maxLines).map(({ text }) => text);
}

const sizeLabel =
  /^(?:(?:choose|select|pick)(?: a| your)? )?(?:sizes?|größen?|tailles?|tallas?|tamanhos?|taglie?|maat|maten|storlek|størrelse|rozmiar|velikost|veľkosť|méret|mărime|размер|サイズ|尺寸)\s*[:：]?$/iu;

/** Whether the reader chooses a size: what is declared may then be about one size alone. */
export function offersSizes({ blocks }: Evidence, heading: PageElement | undefined): boolean {
  return linesNear(heading, blocks).some((text) => sizeLabel.test(text));
}

/** What the page says to a reader about the product's stock. */
export function shownAvailability(
  { body }: PageDocument,
  { blocks, named }: Evidence,
  heading: PageElement | undefined,
): Placed | undefined {
  const marked = named
    .filter(({ name }) => /availab|stock/i.test(name))
    .flatMap(({ elements }) => elements.slice(0, 2).map((element) => tidy(textIn(element))))
    .filter((text) => text.length < maxLength);
  const texts = [...marked, ...linesNear(heading, blocks)].filter(
    (text) => text.length < maxLength && !aboutPictures.test(text),
  );
  const out = texts.find((text) => outOfStock.test(text));
  const cart = cartState(body);
  if (out !== undefined && !cart?.isEnabled) return stated('OutOfStock', out);
  const inside = texts.find((text) => inStock.test(text) && !outOfStock.test(text));
  if (inside !== undefined) return stated('InStock', inside);
  return cart && stated(cart.isEnabled ? 'InStock' : 'OutOfStock', cart.text);
}
