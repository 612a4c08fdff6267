import { inject } from 'vitest';
import { createKeyring, type Keyring } from '../../runtime/secrets/keyring.ts';
import { openKeyring } from '../../runtime/secrets/openKeyring.ts';
import { readSettings } from '../../runtime/settings.ts';

/** SECRETS_KEYS for tests that run without a stack. */
export const testSecretsKeys = 'test:0123456789abcdef0123456789abcdef';

export function createTestKeyring(): Keyring {
  return createKeyring([{ id: 'test', secret: '0123456789abcdef0123456789abcdef' }]);
}

/** The keys of the stack under test. */
export function openStackKeyring(): Keyring {
  return openKeyring(readSettings(inject('env')));
}
