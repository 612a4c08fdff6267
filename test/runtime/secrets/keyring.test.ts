import { describe, expect, it } from 'vitest';
import { CannotOpen, createKeyring } from '../../../runtime/secrets/keyring.ts';

const old = { id: 'old', secret: 'a'.repeat(32) };
const current = { id: 'current', secret: 'b'.repeat(32) };
const plain = Buffer.from('Bearer a-token');

describe('a keyring', () => {
  it('opens what it has sealed, and shows nothing of it', () => {
    const keyring = createKeyring([current]);
    const sealed = keyring.seal('records', plain, 'job 1');
    expect(sealed.includes(plain)).toBe(false);
    expect(keyring.open('records', sealed, 'job 1')).toEqual(plain);
  });

  it('seals the same value differently each time', () => {
    const keyring = createKeyring([current]);
    expect(keyring.seal('records', plain)).not.toEqual(keyring.seal('records', plain));
  });

  it('opens values of every key, and seals with the first', () => {
    const before = createKeyring([old]);
    const during = createKeyring([current, old]);
    const after = createKeyring([current]);
    const sealedBefore = before.seal('temporal', plain);
    expect(during.open('temporal', sealedBefore)).toEqual(plain);
    expect(after.open('temporal', during.seal('temporal', plain))).toEqual(plain);
    expect(() => after.open('temporal', sealedBefore)).toThrow(CannotOpen);
    expect(() => after.open('temporal', sealedBefore)).toThrow('"old"');
    expect([during.isCurrent(sealedBefore), during.isCurrent(during.seal('temporal', plain))]).toEqual([false, true]);
  });

  it('refuses a value in another place, for another purpose, with another secret or changed in any byte', () => {
    const keyring = createKeyring([current]);
    const sealed = keyring.seal('records', plain, 'job 1');
    expect(() => keyring.open('records', sealed, 'job 2')).toThrow();
    expect(() => keyring.open('temporal', sealed, 'job 1')).toThrow();
    expect(() => createKeyring([{ ...current, secret: old.secret }]).open('records', sealed, 'job 1')).toThrow();
    for (const [at, byte] of sealed.entries()) {
      const changed = Buffer.from(sealed);
      changed[at] = byte ^ 1;
      expect(() => keyring.open('records', changed, 'job 1'), `byte ${at}`).toThrow();
    }
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => keyring.open('records', sealed.subarray(0, length), 'job 1'), `${length} bytes`).toThrow();
    }
  });

  it('verifies its signatures, those of older keys too, and no others', () => {
    const before = createKeyring([old]);
    const during = createKeyring([current, old]);
    const signature = before.sign('files', '/v1/files/a');
    expect(signature).toMatch(/^old\.[\w-]+$/);
    expect(during.verify('files', '/v1/files/a', signature)).toBe(true);
    expect(during.sign('files', '/v1/files/a')).toMatch(/^current\./);
    expect(createKeyring([current]).verify('files', '/v1/files/a', signature)).toBe(false);
    for (const wrong of ['', '.', 'old', 'old.', `${signature}A`, signature.replace('old', 'current'), 'old.AAAA']) {
      expect(during.verify('files', '/v1/files/a', wrong), wrong).toBe(false);
    }
    expect(during.verify('files', '/v1/files/b', signature)).toBe(false);
    expect(during.verify('records', '/v1/files/a', signature)).toBe(false);
  });
});
