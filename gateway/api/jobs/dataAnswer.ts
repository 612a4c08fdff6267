import { type CompressedText, storedText } from '../../../storage/concatenableGzip.ts';

const comma = storedText(',');

/** Adds `data` to an answer. The items are JSON already: they are concatenated, not parsed and written again. */
export function withData(answer: object, items: readonly CompressedText[]): CompressedText[] {
  const listed = items.flatMap((item, at) => (at === 0 ? [item] : [comma, item]));
  return [storedText(`${JSON.stringify(answer).slice(0, -1)},"data":[`), ...listed, storedText(']}')];
}
