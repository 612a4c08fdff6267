/** Bodies that are slow to parse, check or store, each within the limits of its size. All but one are refused in the end. */

const url = 'http://site.example/a';
/** Checked last, so that what comes before it is checked and nothing is started. */
const refused = 'http://10.0.0.1/';
const megabyte = 1024 * 1024;

function times<T>(count: number, make: (at: number) => T): T[] {
  return Array.from({ length: count }, (_, at) => make(at));
}

function filled(bytes: number, before: string, text: string, after: string): string {
  return before + text.repeat(Math.floor((bytes - before.length - after.length) / text.length)) + after;
}

function schema(value: object): [path: string, body: string] {
  return ['/v1/extract', JSON.stringify({ url: refused, schema: value })];
}

function batch(body: string): [path: string, body: string] {
  return ['/v1/batch/scrape', body];
}

export const hostileBodies: Record<string, [path: string, body: string]> = {
  'a schema of 5,000 numbers': schema({ properties: Object.fromEntries(times(5_000, (at) => [`k${at}`, at])) }),
  'a schema with 60 KB of enum': schema({ enum: times(6_000, (at) => ({ a: at })) }),
  'a schema of 3,000 unknown types': schema({ allOf: times(3_000, (at) => ({ type: `x${at}` })) }),
  'a schema of 2,000 references': schema({ $defs: { a: {} }, allOf: times(2_000, () => ({ $ref: '#/$defs/a' })) }),
  'a schema of 3,000 patterns': schema({ allOf: times(3_000, () => ({ pattern: '(a+)+$' })) }),
  '1 MB of empty lists': ['/v1/scrape', filled(megabyte, '[', '[],', '1]')],
  '16 MB of empty lists': batch(filled(16 * megabyte, '[', '[],', '1]')),
  '16 MB of open brackets': batch('['.repeat(16 * megabyte)),
  '14 MB of different fields': batch(`{${times(1_200_000, (at) => `"k${at}":0`).join()}}`),
  '16 MB in one string': batch(filled(16 * megabyte, '{"urls":["', 'a', '"]}')),
  '16 MB of metadata': batch(
    filled(16 * megabyte, `{"urls":["${url}"],"webhook":{"url":"${url}","metadata":{"a":"`, 'a', '"}}}'),
  ),
  '100,000 URLs': batch(JSON.stringify({ urls: times(100_000, (at) => `${url}?${at}${'-'.repeat(110)}`) })),
  '2,000 URLs of 8 KB': batch(
    JSON.stringify({ urls: [...times(2_000, (at) => `${url}?${at}${'é'.repeat(3_900)}`), refused] }),
  ),
};

/** 63 KB: nearly as large as a body may be that the log of requests reads again. */
export const loggedBody = JSON.stringify({ url: refused, ...Object.fromEntries(times(5_000, (at) => [`k${at}`, at])) });
