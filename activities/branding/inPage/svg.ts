import { page } from '../../egress/rendering/inPage/unclobbered.ts';

const maxLength = 40_000;
const paintProperties = ['fill', 'stroke', 'color', 'stop-color', 'opacity', 'fill-opacity', 'stroke-width'] as const;

/** A `data:` URL of an inline drawing, with the symbols that it uses and its computed colors. */
export function drawingUrl(svg: Element): string | undefined {
  const external =
    svg.querySelector('use')?.getAttribute('href') ?? svg.querySelector('use')?.getAttribute('xlink:href');
  if (external && !external.startsWith('#')) {
    return URL.canParse(external, page.baseURI) ? new URL(external, page.baseURI).href : undefined;
  }
  if (svg.getElementsByTagName('*').length > 400) return undefined;
  const copy = svg.cloneNode(true);
  if (!(copy instanceof Element)) return undefined;
  inlineColors(svg, copy);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  for (const use of copy.querySelectorAll('use')) {
    const id = (use.getAttribute('href') ?? use.getAttribute('xlink:href') ?? '').slice(1);
    const symbol = id === '' ? null : page.getElementById(id);
    if (symbol === null || symbol.outerHTML.length > maxLength) return undefined;
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
  return source.length > maxLength ? undefined : `data:image/svg+xml,${encodeURIComponent(source)}`;
}

/** Writes computed colors into the copy, because the page's style sheets do not apply to it. */
function inlineColors(from: Element, to: Element): void {
  const style = getComputedStyle(from);
  to.setAttribute('color', style.color);
  const sources = [from, ...from.querySelectorAll('*')];
  const copies = [to, ...to.querySelectorAll('*')];
  for (const [at, source] of sources.entries()) {
    const copy = copies[at];
    if (copy === undefined || !source.hasAttribute('class')) continue;
    const computed = getComputedStyle(source);
    for (const property of paintProperties) {
      const value = computed.getPropertyValue(property);
      if (value !== '') copy.setAttribute(property, value);
    }
  }
}
