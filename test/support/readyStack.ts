/** Vitest's setup of each end-to-end file: a file before it may have killed a process that is still restarting. */
import { beforeAll } from 'vitest';
import { call } from './client.ts';
import { eventually } from './eventually.ts';

beforeAll(() =>
  eventually('the stack is ready', async () => (await call('/readyz').catch(() => undefined))?.status === 200),
);
