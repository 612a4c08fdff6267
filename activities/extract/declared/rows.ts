import type { PageDocument } from '../../pages/document.ts';
import { findAll, findFirst, type PageElement } from '../../pages/tree/nodes.ts';
import { cellsOf, rowsOf } from '../../pages/tree/tableRows.ts';
import { addTo, type Item, type Rows } from './evidence.ts';
import { isNonText, linesOf, textIn, tidy } from './text.ts';

const maxRows = 1_000;
const minCards = 3;

/** Lists of items: tables with a header, and repeated blocks. */
export function readRows(document: PageDocument): Rows[] {
  return [...readTables(document), ...readCards(document)];
}

/** The text of the nearest heading before an element, at most a few levels up. */
function headingBefore(element: PageElement): string {
  for (let at: PageElement | null = element, up = 0; at && up < 4; at = at.parent, up++)
    for (let before = at.prev; before; before = before.prev)
      if (before.nodeType === 1) {
        if (/^h[1-6]$/.test(before.name)) return tidy(textIn(before));
        const inside = findAll(before, ({ name }) => /^h[1-6]$/.test(name)).at(-1);
        if (inside) return tidy(textIn(inside));
      }
  return '';
}

function readTables({ body, resolve }: PageDocument): Rows[] {
  return findAll(body, ({ name }) => name === 'table').flatMap((table) => {
    const rows = rowsOf(table).map(cellsOf);
    const [header, ...data] = rows;
    if (!header || header.length < 2 || data.length === 0 || header.length > 40) return [];
    const isMarked =
      header.every(({ name }) => name === 'th') ||
      (table.children.some(({ name }) => name === 'thead') && header[0]?.parent?.parent?.name === 'thead');
    const names = header.map((cell) => tidy(textIn(cell)));
    const looksLikeHeader = names.length > 2 && names.every((name) => /^\D{1,40}$/.test(name));
    if (!isMarked && !looksLikeHeader) return [];
    const items = data.slice(0, maxRows).flatMap((cells) => {
      if (cells.length !== names.length) return [];
      const item: Item = { source: 'table', types: [], properties: new Map() };
      for (const [at, cell] of cells.entries()) {
        addTo(item, names[at] ?? '', textIn(cell));
        const link = findFirst(cell, ({ name, attribs }) => name === 'a' && Boolean(attribs['href']));
        const href = link && resolve(link.attribs['href']);
        if (href) addTo(item, 'url', href);
      }
      return [item];
    });
    const caption = findFirst(table, ({ name }) => name === 'caption');
    return items.length > 0
      ? [{ label: caption ? tidy(textIn(caption)) : headingBefore(table), source: 'table', items }]
      : [];
  });
}

/** Cards of one listing have the same element name and first class. */
function signatureOf({ name, attribs }: PageElement): string {
  return `${name}.${(attribs['class'] ?? '').split(/\s+/)[0] ?? ''}`;
}

const withoutCards = new Set(['nav', 'footer', 'header', 'table']);

function readCards({ body, resolve }: PageDocument): Rows[] {
  const found: Rows[] = [];
  function visit(element: PageElement): void {
    if (isNonText(element) || withoutCards.has(element.name)) return;
    const children = element.children.filter((child) => !isNonText(child));
    const bySignature = new Map<string, PageElement[]>();
    for (const child of children) {
      const signature = signatureOf(child);
      const alike = bySignature.get(signature);
      if (alike) alike.push(child);
      else bySignature.set(signature, [child]);
    }
    const largest = [...bySignature.values()].reduce<PageElement[]>(
      (best, each) => (each.length > best.length ? each : best),
      [],
    );
    if (largest.length >= minCards && largest.length >= children.length / 2) {
      const items = largest.slice(0, maxRows).flatMap((card) => readCard(card, resolve) ?? []);
      if (items.length >= minCards && items.length >= largest.length / 2)
        found.push({ label: headingBefore(element), source: 'repeated block', items });
    }
    for (const child of children) visit(child);
  }
  visit(body);
  return found;
}

const priceText =
  /(?:[$€£¥₹₽]|\b(?:USD|EUR|GBP|CHF|kr|zł)\b)\s?\d[\d.,’' ]*|\d[\d.,’' ]*\s?(?:[$€£¥₹₽]|\b(?:USD|EUR|GBP|CHF|kr|zł)\b)/;

/** The parts of a card by what they are (heading, link, image, price, time) and by their class names. */
function readCard(card: PageElement, resolve: PageDocument['resolve']): Item | undefined {
  if (!/^(?:li|div|article|section|a|tr|figure|details)$/.test(card.name)) return undefined;
  const item: Item = { source: 'repeated block', types: [], properties: new Map() };
  let parts = 0;
  const all = findAll(card, (element) => !isNonText(element));
  for (const element of card.name === 'a' ? [card, ...all] : all) {
    const { name, attribs } = element;
    if (/^h[1-6]$/.test(name)) {
      addTo(item, 'title', tidy(textIn(element)));
      parts++;
    } else if (name === 'a') {
      const href = resolve(attribs['href']);
      const text = tidy(textIn(element));
      if (href) addTo(item, 'url', href);
      if (text && text.length < 150) addTo(item, 'linkText', text);
      parts++;
    } else if (name === 'img') {
      const src = resolve(
        attribs['src']?.startsWith('data:') ? attribs['data-src'] : (attribs['src'] ?? attribs['data-src']),
      );
      if (src) addTo(item, 'image', src);
      if (attribs['alt']) addTo(item, 'alt', attribs['alt']);
      parts++;
    } else if (name === 'time') addTo(item, 'date', attribs['datetime'] ?? textIn(element));
    else if (name === 'p') addTo(item, 'description', tidy(textIn(element)));
    const classNames = attribs['itemprop'] ?? attribs['class'];
    if (classNames && element.children.length <= 3) {
      const text = textIn(element);
      if (text && text.length <= 500) {
        for (const each of classNames.split(/\s+/).slice(0, 4)) addTo(item, each, text);
        parts++;
      }
    }
  }
  const lines = linesOf(card);
  const price = lines.map((line) => priceText.exec(line)?.[0]).find(Boolean);
  if (price && !item.properties.has('price')) addTo(item, 'price', price.trim());
  return parts >= 2 && lines.length > 0 ? item : undefined;
}
