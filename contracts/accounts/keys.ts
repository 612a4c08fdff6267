import { createHash, randomInt } from 'node:crypto';

/** A secret key opens the extraction API, a publishable one the image API. */
export const keyKinds = { secret: 'sr_', publishable: 'pk_' } as const;
export type KeyKind = keyof typeof keyKinds;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** 40 letters of 62 are 238 bits. */
const keyLetters = 40;

const randomLetters = () => Array.from({ length: keyLetters }, () => alphabet[randomInt(alphabet.length)]).join('');

export const makeKey = (kind: KeyKind): string => keyKinds[kind] + randomLetters();
export const makeWebhookSecret = (): string => `whsec_${randomLetters()}`;

/** Keys are stored and looked up by this; the clear text of a secret key is never kept. */
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex');

export const looksLikeKey = (kind: KeyKind, text: string): boolean =>
  text.startsWith(keyKinds[kind]) && /^[a-z]{2}_[A-Za-z0-9]{16,200}$/.test(text);

/** Enough of a key to recognise it in a list. */
export const keyPrefix = (key: string): string => key.slice(0, 8);
