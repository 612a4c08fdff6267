import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder of one Chromium's files. Its name contains the process id of the worker that owns it. */
export interface ChromiumProfile {
  userDataDir: string;
  /** For `TMPDIR`. */
  temporaryDir: string;
  remove(): Promise<void>;
}

const profilePrefix = 'sightread-chromium-';

/** A PDF is read as a document. A Chromium that has a viewer would show that as the page; the headless shell has none. */
const preferences = { plugins: { always_open_pdf_externally: true } };

/** Also removes the profiles of workers that were killed. */
export async function createChromiumProfile(): Promise<ChromiumProfile> {
  await removeOrphanedProfiles();
  const userDataDir = await mkdtemp(join(tmpdir(), `${profilePrefix}${process.pid}-`));
  const temporaryDir = temporaryDirOf(userDataDir);
  await mkdir(temporaryDir, { recursive: true });
  await mkdir(join(userDataDir, 'Default'));
  await writeFile(join(userDataDir, 'Default', 'Preferences'), JSON.stringify(preferences));
  return {
    userDataDir,
    temporaryDir,
    remove: () => rm(userDataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  };
}

/** A browser ends with its worker, but its files stay if the worker is killed. */
async function removeOrphanedProfiles(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = name.startsWith(profilePrefix) ? Number(name.slice(profilePrefix.length).split('-')[0]) : 0;
    const path = join(tmpdir(), name);
    if (owner > 0 && (await isOrphaned(owner, path))) await rm(path, { recursive: true, force: true });
  }
}

/** In a restarted container the worker has the process id of its predecessor, so the age of the profile decides. */
async function isOrphaned(owner: number, path: string): Promise<boolean> {
  if (owner !== process.pid) return !isRunning(owner);
  const stats = await stat(path).catch(() => undefined);
  return stats !== undefined && stats.mtimeMs < Date.now() - process.uptime() * 1_000;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Chromium creates this socket in its temporary folder. */
const socketName = '/org.chromium.Chromium.XXXXXX/SingletonSocket';
/** The smallest limit of all systems (macOS). Chromium does not start if the path of its socket is longer. */
const maxSocketPathLength = 103;

/** Inside the profile, so that it is removed with it, unless the path of Chromium's socket would be too long there. */
export function temporaryDirOf(userDataDir: string): string {
  const inside = join(userDataDir, 't');
  return inside.length + socketName.length <= maxSocketPathLength ? inside : tmpdir();
}
