import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Expected } from './scoreProfile.ts';

const folder = fileURLToPath(new URL('../../../fixtures/brands/', import.meta.url));

/** The fixture sites, each with a trap for the analysis and the values that its own style sheet defines. */
export function fixtureSites(): { name: string; folder: string; expected: Expected & { trap: string } }[] {
  const expected: Record<string, Expected & { trap: string }> = JSON.parse(
    readFileSync(`${folder}expected.json`, 'utf8'),
  );
  return Object.entries(expected).map(([name, each]) => ({ name, folder: `${folder}${name}`, expected: each }));
}
