import { secretsKeys } from '../settingParsers.ts';
import { type Settings, SettingsProblems } from '../settings.ts';
import { readOrCreateKeyFile } from './keyFile.ts';
import { createKeyring, type Keyring } from './keyring.ts';

/** The keys in SECRETS_KEYS, or else those of the data folder, which all processes that share the folder use. */
export function openKeyring({ SECRETS_KEYS, SIGHTREAD_HOME }: Settings): Keyring {
  if (SECRETS_KEYS) return createKeyring(SECRETS_KEYS);
  try {
    return createKeyring(secretsKeys(readOrCreateKeyFile(SIGHTREAD_HOME)));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SettingsProblems([`SECRETS_KEYS is not set, and the key in SIGHTREAD_HOME cannot be used: ${reason}`]);
  }
}
