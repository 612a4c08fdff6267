import { describe, expect, it } from 'vitest';
import { bodyDigest, refuseOtherBody } from '../../../gateway/api/idempotency.ts';
import { checkRequest } from '../../../gateway/api/requests/checkRequest.ts';

function idempotencyOf(given: unknown) {
  return { key: 'k', body: bodyDigest(given) };
}

describe('the body that an idempotency key came with', () => {
  const given = { url: 'https://example.com/', schema: { properties: { origin: {}, b: {} } } };

  it('is the same in another order, and from another client', () => {
    const { url, schema } = given;
    const again = { origin: 'a client', schema, url };
    expect(() => refuseOtherBody(bodyDigest(given), idempotencyOf(again))).not.toThrow();
  });

  it('is another one if anything else differs, a property called origin inside too', () => {
    for (const other of [
      { ...given, url: 'https://example.org/' },
      { ...given, schema: { properties: { b: {} } } },
    ])
      expect(() => refuseOtherBody(bodyDigest(given), idempotencyOf(other))).toThrow('used before with another body');
  });

  it('is what was sent, without the defaults that a version adds', () => {
    const text = JSON.stringify({ url: 'https://example.com/', prompt: 'What is it about?' });
    expect(checkRequest({ kind: 'extract', body: text, withDigest: true })).toMatchObject({
      digest: bodyDigest(JSON.parse(text)),
      request: { engine: 'auto' },
    });
  });

  it('is not compared with what an earlier version has stored', () => {
    expect(() => refuseOtherBody('0'.repeat(64), idempotencyOf(given))).not.toThrow();
  });
});
