import { statfsSync } from 'node:fs';
import { UserError } from '../userError.ts';

/** Throws a UserError when the folder's disk has less than `bytes` free. */
export function requireDiskSpace(folder: string, bytes: number, purpose: string, remedy: string): void {
  const { bavail, bsize } = statfsSync(folder);
  const freeBytes = bavail * bsize;
  if (freeBytes >= bytes) return;
  const inGigabytes = (count: number) => `${(count / 1e9).toFixed(1)} GB`;
  throw new UserError(
    `${purpose} needs ${inGigabytes(bytes)} of free disk space and ${folder} has ${inGigabytes(freeBytes)}: free some, or ${remedy}.`,
  );
}
