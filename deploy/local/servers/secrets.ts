/** What the stack keeps to itself: made once, then read from a file that only its owner can read. */
import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { UserError } from '../userError.ts';

export interface Secrets {
  readonly minioUser: string;
  readonly minioPassword: string;
  readonly sessionSecret: string;
}

export function readOrCreateSecrets(path: string): Secrets {
  const kept = read(path);
  if (kept) return kept;
  const made: Secrets = {
    minioUser: `sightread-${randomBytes(4).toString('hex')}`,
    minioPassword: randomBytes(24).toString('hex'),
    sessionSecret: randomBytes(32).toString('hex'),
  };
  const aside = `${path}.new`;
  writeFileSync(aside, `${JSON.stringify(made, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(aside, path);
  return made;
}

function read(path: string): Secrets | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
  try {
    const { minioUser, minioPassword, sessionSecret } = JSON.parse(text);
    if ([minioUser, minioPassword, sessionSecret].every((each) => typeof each === 'string' && each)) {
      return { minioUser, minioPassword, sessionSecret };
    }
  } catch {
    // told below
  }
  // Making new ones would lock the owner out of what is stored under the old ones: that is theirs to decide.
  throw new UserError(`${path} is damaged: restore it, or delete it to have new secrets made.`);
}
