import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openCache } from '../../deploy/local/provision/cache.ts';
import { isAtLeast, type ProvisionDeps, keepBinary, provisionBinary, type BinarySpec } from '../../deploy/local/provision/provisionBinary.ts';
import { silentTerminal } from '../../deploy/local/terminal.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightread-cache-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function newGround(): ProvisionDeps {
  const env = { ...process.env, XDG_CACHE_HOME: folder };
  return { cache: openCache(env), terminal: silentTerminal, env, signal: undefined };
}

/** A tool that prints its version, made by a way that notes each time it was asked. */
function recipeMaking(script: string, asked: string[] = []): BinarySpec {
  return {
    title: 'Tool',
    manualFix: 'install it.',
    candidates: ({ cache }) => [cache.binary('tool-1')],
    parseVersion: (printed) => /tool (\d+)/.exec(printed)?.[1],
    installers: [
      {
        title: 'downloading it',
        requiredBytes: 1,
        install: async () => {
          throw new Error('refused');
        },
      },
      {
        title: 'building it',
        requiredBytes: 1,
        install: async (ground, scratch) => {
          asked.push('built');
          writeFileSync(join(scratch, 'tool'), script);
          return keepBinary(ground, join(scratch, 'tool'), 'tool-1');
        },
      },
    ],
  };
}
const works = '#!/bin/sh\necho tool 1\n';

test('the next way is tried when one fails, and the second time the cache serves', async () => {
  const asked: string[] = [];
  const ground = newGround();
  const path = await provisionBinary(recipeMaking(works, asked), ground);
  expect(path).toBe(ground.cache.binary('tool-1'));
  expect(await provisionBinary(recipeMaking(works, asked), newGround())).toBe(path);
  expect(asked).toEqual(['built']);
  expect(readdirSync(ground.cache.folder).filter((name) => name.startsWith('scratch'))).toEqual([]);
});

test('two starts at once make it once', async () => {
  const asked: string[] = [];
  await Promise.all([1, 2, 3].map(() => provisionBinary(recipeMaking(works, asked), newGround())));
  expect(asked).toEqual(['built']);
});

test('a cached binary that does not run is made again', async () => {
  const ground = newGround();
  writeFileSync(ground.cache.binary('tool-1'), 'half a download');
  chmodSync(ground.cache.binary('tool-1'), 0o755);
  const asked: string[] = [];
  await provisionBinary(recipeMaking(works, asked), ground);
  expect(asked).toEqual(['built']);
});

test('when no way works, one sentence says what was tried and what to do', async () => {
  await expect(provisionBinary(recipeMaking('#!/bin/sh\nexit 1\n'), newGround())).rejects.toThrow(
    'Tool is missing and could not be had (downloading it: refused; building it: what came of it does not run here): install it.',
  );
});

test('too little disk space is told before anything is made', async () => {
  const recipe = recipeMaking(works);
  const ways = recipe.installers.map((way) => ({ ...way, needsBytes: 1e18 }));
  await expect(provisionBinary({ ...recipe, installers: ways }, newGround())).rejects.toThrow(
    /^Tool: downloading it needs 1000000000\.0 GB of free disk space and .+ has [\d.]+ GB: free some, or set XDG_CACHE_HOME/,
  );
});

test('versions are compared by their numbers', () => {
  expect(isAtLeast('1.29.1', '1.29')).toBe(true);
  expect(isAtLeast('1.30.0', '1.29.1')).toBe(true);
  expect(isAtLeast('1.9.1', '1.29')).toBe(false);
  expect(isAtLeast('5.0', '5.0.1')).toBe(false);
});
