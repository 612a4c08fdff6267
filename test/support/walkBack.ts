/** Walks back from the evidence of an answer to the page: whether what it quotes is where it says, by a parser that is not ours. */
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { isRecord } from '../../contracts/json/isRecord.ts';
import type { ValueEvidence } from '../../contracts/results/extract.ts';

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.ChildNode;

export function isOnPage({ source, path = '', quote }: ValueEvidence, html: string, url: string): boolean {
  if (quote === undefined) return source === 'model' || source === 'schema';
  const elements = elementsIn(parse(html).childNodes);
  const steps = path.split('.');
  const name = steps.at(-1) ?? '';
  const says = (texts: readonly string[]) => texts.some((text) => tidy(text).startsWith(quote) || text === quote);
  switch (source) {
    case 'json-ld':
      return says(jsonIn(elements, /ld\+json/).flatMap((value) => textsUnder(value, steps)));
    case 'state':
      return html.includes(quote);
    case 'url':
      return url.startsWith(quote);
    case 'meta':
      return says(
        elements
          .filter((element) => element.tagName === path || [...attributes(element).values()].includes(path))
          .flatMap((element) => [textOf(element), ...attributes(element).values()])
          .concat(elements.flatMap((element) => attributes(element).get(path) ?? [])),
      );
    case 'microdata':
    case 'rdfa': {
      const attribute = source === 'microdata' ? 'itemprop' : 'property';
      return says(
        elements
          .filter((element) => attributes(element).get(attribute)?.split(' ').includes(name))
          .flatMap((element) => [
            textOf(element),
            ...[...attributes(element).values()].flatMap((value) => [value, absolute(value, url)]),
          ]),
      );
    }
    default:
      return (
        tidy(elements.map((element) => textOf(element)).join('\n')).includes(quote) ||
        elements.some((element) => [...attributes(element).values()].some((value) => tidy(value).includes(quote)))
      );
  }
}

function elementsIn(nodes: readonly Node[]): Element[] {
  return nodes.flatMap((node) => ('tagName' in node ? [node, ...elementsIn(node.childNodes)] : []));
}

function attributes({ attrs }: Element): Map<string, string> {
  return new Map(attrs.map(({ name, value }) => [name, value]));
}

function textOf(element: Element): string {
  return element.childNodes
    .map((node) => ('value' in node ? node.value : 'tagName' in node && node.tagName !== 'script' ? textOf(node) : ''))
    .join(' ');
}

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function absolute(value: string, url: string): string {
  return URL.canParse(value, url) ? new URL(value, url).href : value;
}

function jsonIn(elements: readonly Element[], type: RegExp): unknown[] {
  return elements
    .filter((element) => element.tagName === 'script' && type.test(attributes(element).get('type') ?? ''))
    .map((script) => JSON.parse(script.childNodes.map((node) => ('value' in node ? node.value : '')).join('')));
}

/** The texts at the end of a path such as `Product.offers.price`, wherever it begins. */
function textsUnder(value: unknown, steps: readonly string[]): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => textsUnder(each, steps));
  if (!isRecord(value)) return steps.length === 0 ? [String(value)] : [];
  const [step = '', ...rest] = steps;
  return [
    ...(value['@type'] === step ? textsUnder(value, rest) : []),
    ...(Object.hasOwn(value, step) ? textsUnder(value[step], rest) : []),
    ...Object.values(value).flatMap((each) => (typeof each === 'object' ? textsUnder(each, steps) : [])),
  ];
}
