import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifyWebhook } from '../../client/index.ts';

const secret = 'the webhook secret';
const body = JSON.stringify({ success: true, type: 'crawl.started', id: '1', data: [], metadata: {} });

function signed(text: string, seconds = Math.floor(Date.now() / 1_000)) {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex')}`;
}

describe('verifyWebhook', () => {
  it('returns an event that was signed with the secret', async () => {
    expect((await verifyWebhook({ body, signature: signed(body), secret })).type).toBe('crawl.started');
  });

  it.each([
    ['another body', { body: `${body} `, signature: signed(body) }, /does not belong/],
    ['another secret', { body, signature: signed(body), secret: 'other' }, /does not belong/],
    ['an old event', { body, signature: signed(body, 1_000) }, /too old/],
    ['no signature', { body, signature: '' }, /missing or malformed/],
    ['a short signature', { body, signature: 't=1,v1=abcd' }, /missing or malformed/],
  ])('refuses %s', async (_, received, words) => {
    await expect(verifyWebhook({ secret, ...received })).rejects.toThrow(words);
  });
});
