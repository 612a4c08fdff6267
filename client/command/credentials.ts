import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

export interface Credentials {
  key?: string;
  url?: string;
  publishableKey?: string;
  imageUrl?: string;
}

/** The environment goes before what `sightread login` has stored. */
const variables = {
  key: 'SIGHTREAD_KEY',
  url: 'SIGHTREAD_URL',
  publishableKey: 'SIGHTREAD_PUBLISHABLE_KEY',
  imageUrl: 'SIGHTREAD_IMAGE_URL',
} as const satisfies Record<keyof Credentials, string>;

export function credentialsPath(env: Environment): string {
  return join(env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config'), 'sightread', 'credentials.json');
}

export async function readCredentials(env: Environment): Promise<Credentials> {
  const credentials = await readStored(credentialsPath(env));
  for (const [name, variable] of Object.entries(variables)) {
    const value = env[variable];
    if (value && isName(name)) credentials[name] = value;
  }
  return credentials;
}

function isName(name: string): name is keyof Credentials {
  return Object.hasOwn(variables, name);
}

async function readStored(path: string): Promise<Credentials> {
  try {
    const stored: Credentials = JSON.parse(await readFile(path, 'utf8'));
    return stored;
  } catch {
    return {};
  }
}

/** In a file that only its owner can read, also if it was there before with other rights. */
export async function storeCredentials(env: Environment, credentials: Credentials): Promise<string> {
  const path = credentialsPath(env);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, '', { mode: 0o600 });
  await chmod(path, 0o600);
  await writeFile(path, `${JSON.stringify(credentials, undefined, 2)}\n`, { mode: 0o600 });
  return path;
}
