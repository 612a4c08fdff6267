import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** What is encrypted or signed. Each has a key of its own, so that a value of one kind is never taken for another. */
export type Purpose = 'temporal' | 'calls' | 'records' | 'files';

/** A key with the id that everything made with it carries. */
export interface SecretsKey {
  readonly id: string;
  readonly secret: string;
}

export interface Keyring {
  /** Encrypts with the first key. `context` is not stored: the value opens only where the same one is given. */
  seal(purpose: Purpose, plain: Uint8Array, context?: string): Buffer;
  /** Decrypts with the key that the value names; throws a `CannotOpen` if that is not possible. */
  open(purpose: Purpose, sealed: Uint8Array, context?: string): Buffer;
  /** Whether a value was sealed with the first key, and not with one that is to be replaced. */
  isCurrent(sealed: Uint8Array): boolean;
  /** Signs with the first key, in characters that need no escaping in a URL. */
  sign(purpose: Purpose, text: string): string;
  verify(purpose: Purpose, text: string, signature: string): boolean;
}

/** The value cannot be read with the keys that this process has. */
export class CannotOpen extends Error {}

/** `version | length of the key's id | id | salt | nonce | ciphertext | tag`. */
const version = 1;
const saltBytes = 16;
const nonceBytes = 12;
const tagBytes = 16;
const algorithm = 'aes-256-gcm';

/** The first key encrypts and signs, all of them decrypt and verify. */
export function createKeyring(keys: readonly SecretsKey[]): Keyring {
  const [first] = keys;
  if (!first) throw new Error('a keyring needs a key');
  const primary = first;
  const byId = new Map(keys.map((key) => [key.id, key]));
  const derived = new Map<string, Buffer>();

  function keyFor(purpose: Purpose, { id, secret }: SecretsKey): Buffer {
    const name = `${purpose}:${id}`;
    const key = derived.get(name) ?? Buffer.from(hkdfSync('sha256', secret, '', `sightread ${purpose}`, 32));
    derived.set(name, key);
    return key;
  }

  function known(id: string): SecretsKey {
    const key = byId.get(id);
    if (!key) throw new CannotOpen(`a stored value was encrypted with the key "${id}", which is not in SECRETS_KEYS`);
    return key;
  }

  function macOf(purpose: Purpose, key: SecretsKey, text: string): Buffer {
    return createHmac('sha256', keyFor(purpose, key)).update(text).digest();
  }

  return {
    seal(purpose, plain, context = '') {
      const id = Buffer.from(primary.id);
      const header = Buffer.concat([Buffer.from([version, id.length]), id]);
      const salt = randomBytes(saltBytes);
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, saltedKey(keyFor(purpose, primary), salt), nonce);
      cipher.setAAD(Buffer.concat([header, Buffer.from(context)]));
      return Buffer.concat([header, salt, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    open(purpose, sealed, context = '') {
      const { bytes, headerBytes, id } = parse(sealed);
      const key = keyFor(purpose, known(id));
      const nonceAt = headerBytes + saltBytes;
      const bodyAt = nonceAt + nonceBytes;
      const salt = bytes.subarray(headerBytes, nonceAt);
      const decipher = createDecipheriv(algorithm, saltedKey(key, salt), bytes.subarray(nonceAt, bodyAt));
      decipher.setAAD(Buffer.concat([bytes.subarray(0, headerBytes), Buffer.from(context)]));
      decipher.setAuthTag(bytes.subarray(-tagBytes));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(bodyAt, -tagBytes)), decipher.final()]);
      } catch (cause) {
        throw new CannotOpen(
          `a stored value does not open with the key "${id}": SECRETS_KEYS has another one under this id, or the value was changed`,
          { cause },
        );
      }
    },
    isCurrent: (sealed) => parse(sealed).id === primary.id,
    sign(purpose, text) {
      return `${primary.id}.${macOf(purpose, primary, text).toString('base64url')}`;
    },
    verify(purpose, text, signature) {
      const at = signature.lastIndexOf('.');
      const key = byId.get(signature.slice(0, at));
      if (at < 0 || !key) return false;
      const given = Buffer.from(signature.slice(at + 1), 'base64url');
      const expected = macOf(purpose, key, text);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

function parse(sealed: Uint8Array) {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  const headerBytes = 2 + (bytes[1] ?? 0);
  if (bytes[0] !== version || bytes.length < headerBytes + saltBytes + nonceBytes + tagBytes) {
    throw new CannotOpen('a stored value is damaged');
  }
  return { bytes, headerBytes, id: bytes.toString('utf8', 2, headerBytes) };
}

/** A key for each value: with random nonces, one key of AES-GCM would be used up after four billion values. */
function saltedKey(key: Buffer, salt: Buffer): Buffer {
  return createHmac('sha256', key).update(salt).digest();
}
