import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

function here(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** The suite as it ships in the package; what it takes of Jest is what Vitest has under the same names. */
export default defineConfig({
  root: here('../../node_modules/firecrawl-v4'),
  resolve: { alias: { '@jest/globals': here('./jestGlobals.ts'), dotenv: here('./noDotenv.ts') } },
  test: {
    include: ['src/__tests__/e2e/v2/*.test.ts'],
    exclude: [],
    fileParallelism: false,
    server: { deps: { inline: [/firecrawl-v4\/src/] } },
  },
});
