import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The format that this version writes, and the only one it reads. */
const format = 1;
const file = 'manifest.json';

export interface StoredFile {
  /** Relative to the backup's folder. */
  file: string;
  bytes: number;
  sha256: string;
}

export interface Manifest {
  format: number;
  /** All records are as of this moment. */
  takenAt: string;
  collections: (StoredFile & { name: string; documents: number })[];
  objects: StoredFile & { count: number };
}

/** A problem that the operator can solve; its message is shown without a stack trace. */
export class BackupProblem extends Error {}

/** Creates the folder of a backup, which must be empty. */
export async function emptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new BackupProblem(`${folder} is not empty; name a new folder.`);
}

/** Written last: a folder without a manifest is not a complete backup. */
export async function writeManifest(folder: string, manifest: Omit<Manifest, 'format'>): Promise<void> {
  const path = join(folder, file);
  await writeFile(`${path}.part`, `${JSON.stringify({ format, ...manifest }, undefined, 2)}\n`);
  await rename(`${path}.part`, path);
}

export async function readManifest(folder: string): Promise<Manifest> {
  let text: string;
  try {
    text = await readFile(join(folder, file), 'utf8');
  } catch (cause) {
    throw new BackupProblem(`${folder} holds no complete backup: there is no ${file} in it.`, { cause });
  }
  const manifest: Manifest = JSON.parse(text);
  if (manifest.format !== format) {
    throw new BackupProblem(`The backup has the format ${manifest.format}; this version reads ${format}.`);
  }
  return manifest;
}
