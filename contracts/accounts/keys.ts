import { createHash, randomInt } from 'node:crypto';

/** A secret key opens the extraction API, a publishable one the image API. */
export const keyKinds = { secret: 'sr_', publishable: 'pk_' } as const;
export type KeyKind = keyof typeof keyKinds;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** 40 letters of 62 are 238 bits. */
const keyLetters = 40;

function randomLetters() {
  return Array.from({ length: keyLetters }, () => alphabet[randomInt(alphabet.length)]).join('');
}

export function makeKey(kind: KeyKind): string {
  return keyKinds[kind] + randomLetters();
}

export function makeWebhookSecret(): string {
  return `whsec_${randomLetters()}`;
}

/** Keys are stored and looked up by their hash; the text of a secret key is never stored. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

export function looksLikeKey(kind: KeyKind, text: string): boolean {
  return text.startsWith(keyKinds[kind]) && /^[a-z]{2}_[A-Za-z0-9]{16,200}$/.test(text);
}

/** Enough of a key to recognize it in a list. */
export function keyPrefix(key: string): string {
  return key.slice(0, 8);
}
