import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Expected } from './scoreProfile.ts';

const folder = fileURLToPath(new URL('../../fixtures/brands/', import.meta.url));

/** The sites made for these tests, each with a trap, and what their own style sheets say. */
export function fixtureSites(): { name: string; folder: string; expected: Expected & { trap: string } }[] {
  const expected: Record<string, Expected & { trap: string }> = JSON.parse(
    readFileSync(`${folder}expected.json`, 'utf8'),
  );
  return Object.entries(expected).map(([name, each]) => ({ name, folder: `${folder}${name}`, expected: each }));
}
