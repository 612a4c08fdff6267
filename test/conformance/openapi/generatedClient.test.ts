import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { expect, it } from 'vitest';
import { newAccount } from '../../support/accounts.ts';
import { api, call } from '../../support/client.ts';
import { site } from '../../support/fixtureSite.ts';

/** What a user of the generated client would write. The wrong lines must not compile. */
const program = `
import createClient from 'openapi-fetch';
import type { paths } from './schema.ts';

const [baseUrl = '', key = '', url = ''] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${key}\` } });

const { data, error } = await client.POST('/v1/scrape', { body: { url, formats: ['markdown'] } });
const markdown: string | undefined = data?.data.markdown;
const refused = await client.POST('/v1/scrape', { body: { url: 'file:///etc/passwd' } });
const sentence: string | undefined = refused.error?.error;
const { data: created } = await client.POST('/v1/batch/scrape', { body: { urls: [url] } });
const { data: job } = await client.GET('/v1/batch/scrape/{id}', { params: { path: { id: created?.id ?? '' } } });
const total: number | undefined = job?.total;
console.log(JSON.stringify({ markdown, error, sentence, total }));

// @ts-expect-error there is no such format
await client.POST('/v1/scrape', { body: { url, formats: ['prose'] } }).catch(() => {});
// @ts-expect-error it is called urls
await client.POST('/v1/batch/scrape', { body: { url } }).catch(() => {});
`;

/** By default it asks callers to send whatever has a default. */
const generatorOptions = { defaultNonNullable: false };

it('a client that a public generator makes of the document compiles and works', async () => {
  const { body: document } = await call<object>('/v1/openapi.json', { key: null });
  const { key } = await newAccount();
  // Inside of the project, so that packages are found.
  mkdirSync('node_modules/.cache', { recursive: true });
  const folder = mkdtempSync(resolve('node_modules/.cache/generated-client-'));
  try {
    writeFileSync(join(folder, 'schema.ts'), astToString(await openapiTS(JSON.stringify(document), generatorOptions)));
    writeFileSync(join(folder, 'program.ts'), program);
    const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
    const options =
      '--module nodenext --target es2023 --lib es2023,dom --types node --strict --skipLibCheck --rewriteRelativeImportExtensions'.split(
        ' ',
      );
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    execFileSync(process.execPath, [compiler, ...options, join(folder, 'program.ts')], {
      stdio: 'pipe',
      encoding: 'utf8',
    });
    const printed = execFileSync(process.execPath, [join(folder, 'program.js'), api(), key, site('/article')]);
    expect(JSON.parse(printed.toString())).toEqual({
      markdown: expect.stringContaining('# '),
      sentence: expect.stringContaining('url'),
      total: 1,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
