import { page } from './document.ts';

const largest = 40_000;
const painted = ['fill', 'stroke', 'color', 'stop-color', 'opacity', 'fill-opacity', 'stroke-width'] as const;

/** A drawing that stands in the page, as an address of its own: with the symbols it uses and the colours it was given. */
export function drawingAddress(svg: Element): string | undefined {
  const external =
    svg.querySelector('use')?.getAttribute('href') ?? svg.querySelector('use')?.getAttribute('xlink:href');
  if (external && !external.startsWith('#')) {
    return URL.canParse(external, page.baseURI) ? new URL(external, page.baseURI).href : undefined;
  }
  if (svg.getElementsByTagName('*').length > 400) return undefined;
  const copy = svg.cloneNode(true);
  if (!(copy instanceof Element)) return undefined;
  keepColors(svg, copy);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  for (const use of copy.querySelectorAll('use')) {
    const id = (use.getAttribute('href') ?? use.getAttribute('xlink:href') ?? '').slice(1);
    const symbol = id === '' ? null : page.getElementById(id);
    if (symbol === null || symbol.outerHTML.length > largest) return undefined;
    if (symbol.localName === 'symbol' && !copy.hasAttribute('viewBox') && symbol.hasAttribute('viewBox')) {
      copy.setAttribute('viewBox', symbol.getAttribute('viewBox') ?? '');
    }
    const group = page.createElementNS('http://www.w3.org/2000/svg', 'g');
    for (const { name, value } of use.attributes) if (!name.endsWith('href')) group.setAttribute(name, value);
    group.append(
      ...(symbol.localName === 'symbol' ? [...symbol.cloneNode(true).childNodes] : [symbol.cloneNode(true)]),
    );
    use.replaceWith(group);
  }
  for (const unsafe of copy.querySelectorAll('script, foreignObject, iframe')) unsafe.remove();
  for (const each of [copy, ...copy.querySelectorAll('*')]) {
    for (const { name } of [...each.attributes]) if (/^on/i.test(name) || name === 'class') each.removeAttribute(name);
  }
  const box = svg.getBoundingClientRect();
  if (!copy.hasAttribute('viewBox') && !copy.hasAttribute('width'))
    copy.setAttribute('viewBox', `0 0 ${Math.round(box.width)} ${Math.round(box.height)}`);
  const source = new XMLSerializer().serializeToString(copy);
  return source.length > largest ? undefined : `data:image/svg+xml,${encodeURIComponent(source)}`;
}

/** Style sheets stay behind when a drawing leaves the page, so what they say of its colours is written into it. */
function keepColors(from: Element, to: Element): void {
  const style = getComputedStyle(from);
  to.setAttribute('color', style.color);
  const sources = [from, ...from.querySelectorAll('*')];
  const copies = [to, ...to.querySelectorAll('*')];
  for (const [at, source] of sources.entries()) {
    const copy = copies[at];
    if (copy === undefined || !source.hasAttribute('class')) continue;
    const look = getComputedStyle(source);
    for (const property of painted) {
      const value = look.getPropertyValue(property);
      if (value !== '') copy.setAttribute(property, value);
    }
  }
}
