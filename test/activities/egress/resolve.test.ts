import { expect, it } from 'vitest';
import { createResolver } from '../../../activities/egress/resolve.ts';

it('gives all addresses of a name', async () => {
  expect(await createResolver()('localhost')).toContainEqual({ address: '127.0.0.1', family: 4 });
});

it('asks once for callers that ask together', async () => {
  const resolve = createResolver();
  expect(resolve('localhost')).toBe(resolve('localhost'));
  await resolve('localhost');
});

it('fails as the system does', async () => {
  await expect(createResolver()('does-not-exist.invalid')).rejects.toMatchObject({ syscall: 'getaddrinfo' });
});
