import { statfsSync } from 'node:fs';
import { UserError } from '../userError.ts';

/** Complains where a folder's disk is too full for what is about to happen. */
export function requireDiskSpace(folder: string, bytes: number, forWhat: string, remedy: string): void {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free >= bytes) return;
  const inGigabytes = (count: number) => `${(count / 1e9).toFixed(1)} GB`;
  throw new UserError(
    `${forWhat} needs ${inGigabytes(bytes)} of free disk space and ${folder} has ${inGigabytes(free)}: free some, or ${remedy}.`,
  );
}
