import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readEvidence } from '../../../activities/extract/declared/readEvidence.ts';
import { fillSchema } from '../../../activities/extract/fill/fill.ts';
import { isRecord } from '../../../contracts/json/isRecord.ts';
import { recipesFolder } from '../../bench/corpus.ts';

interface Page {
  key: string;
  url: string;
  kind: string;
}

function read(...path: string[]) {
  return JSON.parse(readFileSync(join(recipesFolder, ...path), 'utf8'));
}

function words(value: unknown): string[] {
  return (
    (Array.isArray(value) ? value.join(' ') : String(value ?? ''))
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu) ?? []
  );
}

/** The share of words that two texts have in common, computed like in the scorer of the corpus. */
function common(first: string[], second: string[]): number {
  const left = new Map<string, number>();
  for (const word of second) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of first) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    shared += 1;
    left.set(word, count - 1);
  }
  return shared === 0 ? 0 : (2 * shared) / (first.length + second.length);
}

describe.skipIf(!existsSync(recipesFolder))(
  'the declared data of real recipe pages (skipped without the corpus)',
  () => {
    it.each([
      ['jsonld', 0.95],
      ['microdata', 0.9],
      ['none', 0.4],
    ])('scores, for pages with markup of kind %s, at least %d', (kind, minScore) => {
      const schema = read('schema.json');
      const scores = read('manifest.json')
        .filter((page: Page) => page.kind === kind)
        .flatMap(({ key, url }: Page) => {
          const html = gunzipSync(readFileSync(join(recipesFolder, 'html', `${key}.html.gz`))).toString();
          const { data } = fillSchema(readEvidence(html, url), schema);
          const expected = read('expected', `${key}.json`);
          return ['title', 'ingredients', 'instructions_list']
            .filter((field) => expected[field]?.length > 0)
            .map((field) => common(words(isRecord(data) ? data[field] : ''), words(expected[field])));
        });
      expect(scores.reduce((sum: number, score: number) => sum + score, 0) / scores.length).toBeGreaterThanOrEqual(
        minScore,
      );
    });
  },
);
