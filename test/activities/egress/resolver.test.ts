import { describe, expect, it } from 'vitest';
import { createResolver } from '../../../activities/egress/resolver.ts';

describe('resolver', () => {
  it('returns all addresses of a name', async () => {
    expect(await createResolver()('localhost')).toContainEqual({ address: '127.0.0.1', family: 4 });
  });

  it('shares one lookup between concurrent callers', async () => {
    const resolve = createResolver();
    expect(resolve('localhost')).toBe(resolve('localhost'));
    await resolve('localhost');
  });

  it('rejects with the error of the system resolver', async () => {
    await expect(createResolver()('does-not-exist.invalid')).rejects.toMatchObject({ syscall: 'getaddrinfo' });
  });
});
