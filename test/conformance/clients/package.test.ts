import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installPackedClient, type PackedClient } from '../../support/packedClient.ts';

const timeout = 180_000;
let packed: PackedClient;
let folder: string;

beforeAll(() => {
  packed = installPackedClient();
  folder = packed.folder;
}, timeout);
afterAll(() => packed.remove());

function run(code: string): string {
  return execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: folder, encoding: 'utf8' }).trim();
}

/** What the compiler says of a program in the folder. */
function problemsOf(code: string): string[] {
  const file = join(folder, 'program.ts');
  writeFileSync(file, code);
  const program = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    types: [],
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  });
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

describe('the published package of the client', () => {
  it('brings nothing but itself', () => {
    expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@sightread']);
    const manifest = JSON.parse(readFileSync(join(folder, 'node_modules/@sightread/client/package.json'), 'utf8'));
    expect(manifest).toMatchObject({ name: '@sightread/client', license: 'MIT' });
    expect(manifest.dependencies).toBeUndefined();
  });

  it('runs in Node', () => {
    const code = `import { iconUrl, Sightread } from '@sightread/client';
      const client = new Sightread({ key: 'sr_1', url: 'http://127.0.0.1:9', maxRetries: 0 });
      const error = await client.credits().catch((cause) => cause);
      console.log(error.name, iconUrl('example.com', { token: 'pk_1' }));`;
    expect(run(code)).toBe('ConnectionError http://localhost:3001/example.com?token=pk_1');
  });

  it('has image addresses that a web page can make, without anything of Node', () => {
    const dist = join(folder, 'node_modules/@sightread/client/dist');
    const imported = [...readFileSync(join(dist, 'images.js'), 'utf8').matchAll(/from "\.\/([^"]+)"/g)];
    for (const file of ['images.js', ...imported.map(([, name = '']) => name)])
      expect(readFileSync(join(dist, file), 'utf8')).not.toMatch(/node:|process\.|Buffer/);
  });

  it('brings the command', () => {
    const bin = join(folder, 'node_modules/.bin/sightread');
    expect(execFileSync(bin, ['--help'], { encoding: 'utf8' })).toContain('sightread scrape');
  });

  it('has types that need no other package, and know what is right and what is wrong', { timeout }, () => {
    expect(
      problemsOf(`import { type CrawlRequest, type MonitorRequest, type Page, Sightread } from '@sightread/client';
        const client = new Sightread({ key: 'sr_1' });
        const crawl: CrawlRequest = { url: 'https://example.com', scrapeOptions: { formats: ['markdown'] } };
        const monitor: MonitorRequest = { crawl: { url: 'https://example.com' }, every: '1d' };
        const { data } = await client.extract('https://example.com', {
          schema: { type: 'object', properties: { tags: { type: 'array', items: { enum: ['a', 'b'] } } }, required: ['tags'] },
        });
        const tags: ('a' | 'b')[] = data.tags;
        const page: Page = await client.scrape('https://example.com', { formats: [{ type: 'screenshot', fullPage: false }] });
        const words: string | undefined = page.markdown;
        export { crawl, monitor, tags, words };`),
    ).toEqual([]);
    expect(
      problemsOf(`import { Sightread } from '@sightread/client';
        await new Sightread({ key: 'sr_1' }).scrape('https://example.com', { formats: ['pdf'] });`),
    ).toEqual([expect.stringContaining('"pdf"')]);
  });

  it('has the same types as the sources', { timeout }, () => {
    const names = ['BatchRequest', 'CrawlRequest', 'MapRequest', 'ScrapeRequest', 'BrandingRequest', 'MonitorUpdate'];
    const results = ['Page', 'MapResult', 'BrandingProfile', 'MonitorInfo', 'MonitorRun', 'PageChange'];
    const published = join(folder, 'node_modules/@sightread/client/dist/api.d.ts');
    const sources = resolve('client/api.ts');
    const code = `import type * as Published from '${published.replace(/\.d\.ts$/, '.js')}';
      import type * as Sources from '${sources}';
      ${names.map((name) => `export const to${name} = (given: Published.${name}): Sources.${name} => given;`).join('\n')}
      ${results.map((name) => `export const from${name} = (given: Sources.${name}): Published.${name} => given;`).join('\n')}
      ${results.map((name) => `export const as${name} = (given: Published.${name}): Sources.${name} => given;`).join('\n')}`;
    const file = join(folder, 'same.ts');
    writeFileSync(file, code);
    const { options } = ts.parseJsonConfigFileContent({ extends: './tsconfig.json' }, ts.sys, process.cwd());
    const problems = ts.getPreEmitDiagnostics(ts.createProgram([file], { ...options, types: [] }));
    expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
  });
});
