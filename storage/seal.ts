import { Binary } from 'mongodb';
import type { Keyring } from '../runtime/secrets/keyring.ts';

/** Encrypts the values that neither the database nor a backup may show: callers' headers, passwords and secrets. */
export interface Sealer {
  /** `place` names the record: a value copied to another one does not open there. */
  seal(value: unknown, place: string): Binary;
  open<T>(sealed: Binary, place: string): T;
  /** Whether it was sealed with the key that encrypts today. */
  isCurrent(sealed: Binary): boolean;
}

export function createSealer(keyring: Keyring): Sealer {
  return {
    seal: (value, place) => new Binary(keyring.seal('records', Buffer.from(JSON.stringify(value)), place)),
    isCurrent: (sealed) => keyring.isCurrent(sealed.value()),
    open: (sealed, place) => JSON.parse(keyring.open('records', sealed.value(), place).toString()),
  };
}
