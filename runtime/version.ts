import { readFileSync } from 'node:fs';

const manifest: { version: string } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** Of the package; deploy/build/compile.mjs writes it beside the compiled sources, too. */
export const { version } = manifest;
