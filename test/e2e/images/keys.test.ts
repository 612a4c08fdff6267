import { describe, expect, it } from 'vitest';
import { makeKey } from '../../../contracts/accounts/keys.ts';
import { dayOf } from '../../../storage/usage.ts';
import { newAccount } from '../../support/accounts.ts';
import { secretKey } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { fetchImage } from '../../support/imageClient.ts';
import { requestCountOf } from '../../support/publishableKeys.ts';
import { openStackStorage } from '../../support/storage.ts';

async function publishable(origins: string[] = []) {
  const { account } = await newAccount();
  const token = makeKey('publishable');
  const storage = openStackStorage();
  await storage.keys.save({ key: token, kind: 'publishable', account, name: 'test', origins });
  return { account, token, storage };
}

describe('the key of an image request', () => {
  it.each([
    ['missing', () => null],
    ['empty', () => ''],
    ['malformed', () => 'pk_'],
    ['unknown', () => 'pk_0000000000000000000000000000'],
    ['secret', secretKey],
  ])('that is %s: 401 in plain text, kept by nobody, readable for any page', async (_, token) => {
    const { status, headers, body } = await fetchImage('github.com', { token: token() });
    expect({ status, text: body.toString() }).toEqual({ status: 401, text: 'Invalid key' });
    expect(headers.get('content-type')).toMatch('text/plain');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  it('that is deleted stops working, also for an image that is cached', async () => {
    const { token, storage } = await publishable();
    expect((await fetchImage('github.com', { token })).status).toBe(200);
    const key = await storage.keys.find(token);
    await storage.keys.delete(key?._id ?? '');
    await storage.close();
    await eventually(
      'the key is refused',
      async () => (await fetchImage('github.com', { token })).status === 401,
      3_000,
    );
  });
});

describe('the allowed origins of a key', () => {
  it.each([
    ['an empty list', [], { origin: 'https://anything.com' }, 200],
    ['the very host', ['example.com'], { origin: 'https://example.com' }, 200],
    ['the very host with a port', ['example.com'], { origin: 'http://EXAMPLE.com:8080' }, 200],
    ['a subdomain of a host', ['example.com'], { origin: 'https://www.example.com' }, 401],
    ['a subdomain of a wildcard', ['*.example.com'], { origin: 'https://a.b.example.com' }, 200],
    ['the domain of a wildcard itself', ['*.example.com'], { origin: 'https://example.com' }, 401],
    ['a look-alike', ['*.example.com'], { origin: 'https://notexample.com' }, 401],
    ['Referer where there is no Origin', ['example.com'], { referer: 'https://example.com/page?x=1' }, 200],
    ['Origin before Referer', ['example.com'], { origin: 'https://other.com', referer: 'https://example.com/' }, 401],
    ['neither header', ['example.com'], {}, 200],
    ['localhost', ['example.com'], { origin: 'http://localhost:5173' }, 200],
    ['a name under localhost', ['example.com'], { origin: 'http://app.localhost' }, 200],
    ['a null origin', ['example.com'], { origin: 'null' }, 401],
    ['a malformed referer', ['example.com'], { referer: 'nonsense' }, 401],
  ])('%s', async (_, origins, headers: Record<string, string>, status) => {
    const { token, storage } = await publishable(origins);
    await storage.close();
    const answer = await fetchImage('github.com', { token, headers });
    expect(answer.status).toBe(status);
    if (status === 401) {
      expect(answer.body.toString()).toBe('Origin not allowed');
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    }
  });
});

describe('the count of image requests', () => {
  it('has every request that passes key and origin, cached or not, and no other', async () => {
    const { account, token, storage } = await publishable(['example.com']);
    await fetchImage('github.com', { token });
    await fetchImage('github.com', { token });
    await fetchImage('github.com', { token, method: 'HEAD' });
    await fetchImage('nonsense', { token });
    await fetchImage('github.com', { token, headers: { origin: 'https://other.com' } });
    await fetchImage('github.com', { token: 'pk_0000000000000000000000000000' });
    expect(await requestCountOf(storage, account)).toBe(4);
    const today = dayOf(new Date());
    expect(await storage.usage.ofMonth(account, today.slice(0, 7))).toMatchObject({
      requests: 4,
      byDay: { [today]: 4 },
    });
    await storage.close();
  });
});
