/** The stack's own secrets: created once, then read from a file that only its owner can read. */
import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { UserError } from '../userError.ts';

interface Secrets {
  readonly minioUser: string;
  readonly minioPassword: string;
  readonly sessionSecret: string;
}

export interface Credentials {
  readonly user: string;
  readonly password: string;
}

interface CredentialsOptions {
  readonly isExternal: boolean;
  /** Ignores the keys in the environment. */
  readonly ownOnly: boolean;
}

/** The keys of the object store: from the environment, or the stack's own. */
export function objectStoreCredentials(
  secretsPath: string,
  env: NodeJS.ProcessEnv,
  { isExternal, ownOnly }: CredentialsOptions,
): Credentials {
  const { MINIO_ACCESS_KEY: user, MINIO_SECRET_KEY: password } = env;
  if (user && password && !ownOnly) return { user, password };
  if (isExternal) {
    throw new UserError('MINIO_ENDPOINT is set, but not its keys: set MINIO_ACCESS_KEY and MINIO_SECRET_KEY too.');
  }
  const secrets = readOrCreateSecrets(secretsPath);
  return { user: secrets.minioUser, password: secrets.minioPassword };
}

export function readOrCreateSecrets(path: string): Secrets {
  const existing = read(path);
  if (existing) return existing;
  const created: Secrets = {
    minioUser: `sightread-${randomBytes(4).toString('hex')}`,
    minioPassword: randomBytes(24).toString('hex'),
    sessionSecret: randomBytes(32).toString('hex'),
  };
  const temporary = `${path}.new`;
  writeFileSync(temporary, `${JSON.stringify(created, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(temporary, path);
  return created;
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
    // reported below
  }
  // New secrets would lock the owner out of the data stored under the old ones, so the user has to decide.
  throw new UserError(`${path} is damaged: restore it, or delete it to have new secrets created.`);
}
