import { createHmac } from 'node:crypto';

function hmac(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

/**
 * The headers by which a receiver knows that an event is ours. The first one covers a timestamp too, so that a receiver
 * can refuse a delivery that somebody has recorded and sends again later.
 */
export function signatureHeaders(body: string, secret: string, now: Date): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1000);
  return {
    'x-sightread-webhook-signature': `t=${timestamp},v1=${hmac(`${timestamp}.${body}`, secret)}`,
    'x-sightread-signature': `sha256=${hmac(body, secret)}`,
  };
}
