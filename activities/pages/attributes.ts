import { Failure } from '../../contracts/failures.ts';
import type { AttributesOptions } from '../../contracts/requests/formats.ts';
import type { PageItem } from '../../contracts/results/page.ts';
import type { PageDocument } from './document.ts';
import { selectAllMatches } from './tree/select.ts';
import { joinWarnings } from './warnings.ts';

/** Of all selectors together. */
const maxValues = 10_000;
const maxValueLength = 10_000;

type Attributes = NonNullable<PageItem['attributes']>;

/** What a page that is not HTML has of them. */
export function withoutValues({ selectors }: AttributesOptions): Attributes {
  return selectors.map((each) => ({ ...each, values: [] }));
}

/** The values of attributes that the selectors ask for. A selector that cannot be read has none, and is named in a warning. */
export function collectAttributes(
  { html }: PageDocument,
  { selectors }: AttributesOptions,
): Pick<PageItem, 'attributes' | 'warning'> {
  let room = maxValues;
  let warning = '';
  const attributes = selectors.map(({ selector, attribute }) => {
    try {
      const values = selectAllMatches(html, selector, 'attributes').flatMap(
        ({ attribs }) => attribs[attribute.toLowerCase()]?.slice(0, maxValueLength) ?? [],
      );
      if (values.length > room)
        warning = joinWarnings(warning, `attributes: only the first ${maxValues} values are listed.`);
      const listed = values.slice(0, room);
      room -= listed.length;
      return { selector, attribute, values: listed };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      warning = joinWarnings(warning, error.message);
      return { selector, attribute, values: [] };
    }
  });
  return { attributes, ...(warning && { warning }) };
}
