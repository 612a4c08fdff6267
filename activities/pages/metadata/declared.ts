import { isRecord } from '../../../contracts/json/isRecord.ts';
import { type JsonLdObject, textUnder, typesOf } from '../jsonLd.ts';

const textType =
  /(?:Article|Posting|Report|Review|Recipe|Question|HowTo|TechArticle|CreativeWork|VideoObject|Course|Event)$/;
const pageType = /(?:WebPage|Page|Blog)$/;

/** What a page declares about its text: first the objects for the text itself, then those for the page around it. */
export function textObjects(objects: readonly JsonLdObject[]): JsonLdObject[] {
  const matching = (pattern: RegExp) => objects.filter((object) => typesOf(object).some((type) => pattern.test(type)));
  const texts = matching(textType);
  return [...texts, ...matching(pageType).filter((object) => !texts.includes(object))];
}

/** The names under `key`, also where an object only refers to one that is declared elsewhere: `{"@id": "#ada"}`. */
export function namesUnder(object: JsonLdObject, key: string, objects: readonly JsonLdObject[]): string | undefined {
  const own = textUnder(object, key);
  if (own) return own;
  const references = (Array.isArray(object[key]) ? object[key] : [object[key]]) as unknown[];
  const names = references.flatMap((reference) => {
    const id = isRecord(reference) ? reference['@id'] : undefined;
    const target = typeof id === 'string' ? objects.find((each) => each['@id'] === id && each !== object) : undefined;
    return (target && textUnder(target, 'name')) ?? [];
  });
  return names.length > 0 ? names.join(', ') : undefined;
}
