import { describe, expect, it } from 'vitest';
import { dayOf } from '../../../storage/usage.ts';
import { secretKey } from '../../support/client.ts';
import { changedKeyMs, eventually } from '../../support/eventually.ts';
import { fetchImage } from '../../support/imageClient.ts';
import { newPublishableKey } from '../../support/publishableKeys.ts';
import { withStorage } from '../../support/storage.ts';

describe('the key of an image request', () => {
  it.each([
    ['missing', () => null, 'Invalid key: send a publishable key with ?token=pk_…'],
    ['empty', () => '', 'Invalid key: send a publishable key with ?token=pk_…'],
    ['malformed', () => 'pk_', 'Invalid key'],
    ['unknown', () => 'pk_0000000000000000000000000000', 'Invalid key'],
    [
      'a secret key',
      secretKey,
      'Invalid key: this is a secret key (sr_…), which must not be in a URL; send a publishable key with ?token=pk_…',
    ],
  ])('gets a 401 in plain text that nothing caches and every page may read when it is %s', async (_, token, text) => {
    const { status, headers, body } = await fetchImage('github.com', { token: token() });
    expect({ status, text: body.toString() }).toEqual({ status: 401, text });
    expect(headers.get('content-type')).toMatch('text/plain');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  it('stops working when it is deleted, even for a cached image', async () => {
    const { token, remove } = await newPublishableKey();
    expect((await fetchImage('github.com', { token })).status).toBe(200);
    await remove();
    await eventually(
      'the key is refused',
      async () => (await fetchImage('github.com', { token })).status === 401,
      changedKeyMs,
    );
  });
});

describe('the allowed origins of a publishable key', () => {
  it.each([
    ['any origin when the list is empty', [], { origin: 'https://anything.com' }, 200],
    ['the listed host', ['example.com'], { origin: 'https://example.com' }, 200],
    ['the listed host with a port', ['example.com'], { origin: 'http://EXAMPLE.com:8080' }, 200],
    ['a subdomain of a listed host', ['example.com'], { origin: 'https://www.example.com' }, 401],
    ['a subdomain that a wildcard covers', ['*.example.com'], { origin: 'https://a.b.example.com' }, 200],
    ['the domain of a wildcard itself', ['*.example.com'], { origin: 'https://example.com' }, 401],
    ['a domain that only ends like a wildcard', ['*.example.com'], { origin: 'https://notexample.com' }, 401],
    ['the Referer when there is no Origin', ['example.com'], { referer: 'https://example.com/page?x=1' }, 200],
    [
      'the Origin before the Referer',
      ['example.com'],
      { origin: 'https://other.com', referer: 'https://example.com/' },
      401,
    ],
    ['a request without either header', ['example.com'], {}, 200],
    ['localhost', ['example.com'], { origin: 'http://localhost:5173' }, 200],
    ['a name under localhost', ['example.com'], { origin: 'http://app.localhost' }, 200],
    ['a null origin', ['example.com'], { origin: 'null' }, 401],
    ['a malformed referer', ['example.com'], { referer: 'nonsense' }, 401],
  ])('decide on %s: %j with headers %j gives %d', async (_, origins, headers: Record<string, string>, status) => {
    const { token } = await newPublishableKey(origins);
    const answer = await fetchImage('github.com', { token, headers });
    expect(answer.status).toBe(status);
    if (status === 401) {
      expect(answer.body.toString()).toBe('Origin not allowed');
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    }
  });
});

describe('the count of image requests', () => {
  it('includes every request with a valid key and origin, cached or not, and no other', async () => {
    const { account, token, requestCount } = await newPublishableKey(['example.com']);
    const firstDay = dayOf(new Date());
    await fetchImage('github.com', { token });
    await fetchImage('github.com', { token });
    await fetchImage('github.com', { token, method: 'HEAD' });
    await fetchImage('nonsense', { token });
    await fetchImage('github.com', { token, headers: { origin: 'https://other.com' } });
    await fetchImage('github.com', { token: 'pk_0000000000000000000000000000' });
    expect(await requestCount(4)).toBe(4);
    const { byDay } = await withStorage((storage) => storage.usage.ofMonth(account, firstDay.slice(0, 7)));
    // The day may end meanwhile.
    const days = new Set([firstDay, dayOf(new Date())]);
    expect([...days].reduce((sum, day) => sum + (byDay[day] ?? 0), 0)).toBe(4);
  });
});
