import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BinarySpec, ProvisionDeps } from '../../deploy/local/provision/binarySpec.ts';
import { openCache } from '../../deploy/local/provision/cache.ts';
import { claimDownloadedGo, removeDownloadedGo } from '../../deploy/local/provision/installers/go.ts';
import { provisionBinary } from '../../deploy/local/provision/provisionBinary.ts';
import { isAtLeast } from '../../deploy/local/provision/version.ts';
import { silentTerminal } from '../../deploy/local/terminal.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightread-cache-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function newDeps(): ProvisionDeps {
  const env = { ...process.env, XDG_CACHE_HOME: folder };
  return { cache: openCache(env), terminal: silentTerminal, env, signal: undefined };
}

/** A tool that prints its version. The first installer fails, the second writes `script` and records its calls. */
function toolSpec(script: string, calls: string[] = []): BinarySpec {
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
        install: async ({ cache }, scratch) => {
          calls.push('built');
          writeFileSync(join(scratch, 'tool'), script);
          return cache.addBinary(join(scratch, 'tool'), 'tool-1');
        },
      },
    ],
  };
}
const works = '#!/bin/sh\necho tool 1\n';

describe('provisionBinary', () => {
  it('tries the next installer when one fails, and finds the binary in the cache the second time', async () => {
    const calls: string[] = [];
    const deps = newDeps();
    const path = await provisionBinary(toolSpec(works, calls), deps);
    expect(path).toBe(deps.cache.binary('tool-1'));
    expect(await provisionBinary(toolSpec(works, calls), newDeps())).toBe(path);
    expect(calls).toEqual(['built']);
    expect(readdirSync(deps.cache.folder).filter((name) => name.startsWith('scratch'))).toEqual([]);
  });

  it('asks a binary for its version once a day, and at once when the file has changed', async () => {
    const deps = newDeps();
    const [binary, asked] = [deps.cache.binary('tool-1'), join(folder, 'asked')];
    writeFileSync(asked, '');
    const timesAsked = () => readFileSync(asked, 'utf8').length;
    function write(version: number) {
      writeFileSync(binary, `#!/bin/sh\nprintf x >> ${asked}\necho tool ${version}\n`);
      chmodSync(binary, 0o755);
    }
    const spec = toolSpec('');
    write(1);
    for (let start = 0; start < 3; start += 1) await provisionBinary(spec, newDeps());
    expect(timesAsked()).toBe(1);
    write(10);
    await provisionBinary(spec, newDeps());
    expect(timesAsked()).toBe(2);
    const dayBefore = new Date(Date.now() - 25 * 60 * 60 * 1_000);
    const kept = join(deps.cache.folder, 'versions');
    for (const name of readdirSync(kept)) utimesSync(join(kept, name), dayBefore, dayBefore);
    await provisionBinary(spec, newDeps());
    expect(timesAsked()).toBe(3);
  });

  it('installs a binary once when several starts need it at the same time', async () => {
    const calls: string[] = [];
    await Promise.all([1, 2, 3].map(() => provisionBinary(toolSpec(works, calls), newDeps())));
    expect(calls).toEqual(['built']);
  });

  it('installs a cached binary again when it does not run', async () => {
    const deps = newDeps();
    writeFileSync(deps.cache.binary('tool-1'), 'half a download');
    chmodSync(deps.cache.binary('tool-1'), 0o755);
    const calls: string[] = [];
    await provisionBinary(toolSpec(works, calls), deps);
    expect(calls).toEqual(['built']);
  });

  it('reports in one sentence what every installer tried and what to do by hand', async () => {
    await expect(provisionBinary(toolSpec('#!/bin/sh\nexit 1\n'), newDeps())).rejects.toThrow(
      'Tool is missing and could not be installed (downloading it: refused; building it: the result does not run here): install it.',
    );
  });

  it('reports too little disk space before it runs an installer', async () => {
    const spec = toolSpec(works);
    const installers = spec.installers.map((installer) => ({ ...installer, requiredBytes: 1e18 }));
    await expect(provisionBinary({ ...spec, installers }, newDeps())).rejects.toThrow(
      /^Tool: downloading it needs 1000000000\.0 GB of free disk space and .+ has [\d.]+ GB: free some, or set XDG_CACHE_HOME/,
    );
  });
});

describe('isAtLeast', () => {
  it('compares versions by their numbers', () => {
    expect(isAtLeast('1.29.1', '1.29')).toBe(true);
    expect(isAtLeast('1.30.0', '1.29.1')).toBe(true);
    expect(isAtLeast('1.9.1', '1.29')).toBe(false);
    expect(isAtLeast('5.0', '5.0.1')).toBe(false);
  });
});

describe('the downloaded Go', () => {
  it('stays while another start builds with it, and is removed after that', async () => {
    const deps = newDeps();
    const go = join(deps.cache.folder, 'go');
    mkdirSync(go);
    const release = claimDownloadedGo(deps.cache);
    await removeDownloadedGo(newDeps());
    expect(existsSync(go)).toBe(true);
    release();
    await removeDownloadedGo(newDeps());
    expect(existsSync(go)).toBe(false);
  });
});
