/**
 * Price, SKU and availability of shop pages, without a model: `npx tsx test/bench/products.ts [--show price|sku|availability]`.
 * Scored like the corpus' own `score.py`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { readEvidence } from '../../activities/extract/declared/readEvidence.ts';
import { fillSchema } from '../../activities/extract/fill/fill.ts';
import { decodeBody } from '../../activities/pages/charset.ts';
import { isRecord } from '../../contracts/json/isRecord.ts';
import { printAbsent, productsFolder } from './corpus.ts';
import { f1 } from './f1.ts';
import { scoreRow } from './goal.ts';
import { printTable } from './printTable.ts';

type Truth = Record<string, string[] | undefined> & { url: never };

const schema = {
  type: 'object',
  properties: {
    price: { type: 'number' },
    sku: { type: 'string' },
    availability: { enum: ['InStock', 'OutOfStock'] },
  },
};

/** The goals are what the best commercial service has on the same pages. */
const goals = {
  price: { goal: 0.938, held: 0.938 },
  sku: { goal: 0.896, held: 0.896 },
  availability: { goal: 0.955, held: 0.955 },
};

function isSamePrice(found: string, expected: string): boolean {
  return Number(found) === Number(expected.replaceAll(',', ''));
}

function run(show: string | undefined): boolean {
  const truth: Record<string, Truth & { url: string }> = JSON.parse(
    readFileSync(join(productsFolder, 'truth.json'), 'utf8'),
  );
  const pages = Object.entries(truth).map(([key, expected]) => {
    const body = gunzipSync(readFileSync(join(productsFolder, 'html', `${key}.html.gz`)));
    const { data } = fillSchema(readEvidence(decodeBody(body, 'text/html').text, expected.url), schema);
    return { key, expected, data: isRecord(data) ? data : {} };
  });
  const rows = Object.entries(goals).map(([field, goal]) => {
    const isSame = field === 'price' ? isSamePrice : (a: string, b: string) => a.trim() === b.trim();
    const pairs = pages.map(({ key, expected, data }) => {
      const found = data[field] === undefined ? undefined : String(data[field]);
      return { key, url: expected.url, found, expected: expected[field] ?? [] };
    });
    if (show === field)
      for (const { key, url, found, expected } of pairs)
        if (found === undefined ? expected.length > 0 : !expected.some((each) => isSame(found, each)))
          console.log(key.slice(0, 8), url, { found, expected });
    return scoreRow(`${field}, F1 over ${pairs.length} pages`, f1(pairs, isSame), goal);
  });
  return printTable(rows);
}

const { values } = parseArgs({ options: { show: { type: 'string' } } });
if (!existsSync(productsFolder)) printAbsent(productsFolder);
else if (!run(values.show)) process.exitCode = 1;
