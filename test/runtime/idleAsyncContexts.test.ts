import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('disables async contexts in which nothing runs, and they hold where something does', async () => {
  const script = fileURLToPath(new URL('./idleAsyncContexts.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', script]);
  const { during, ...seen } = JSON.parse(stdout);
  expect(seen).toEqual({
    before: false,
    stores: [
      ['short', 'short, inner'],
      ['long', 'long, inner'],
    ],
    rejected: 'rejected',
    thrown: 'thrown',
    after: false,
    outside: 'none',
    again: ['again', 'again, inner'],
    atTheEnd: false,
  });
  // Otherwise this shows nothing. Node 24 has contexts that cost nothing.
  if (Number(process.versions.node.split('.')[0]) < 24) expect(during).toBe(true);
});
