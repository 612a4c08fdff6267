import { hasEnded, type JobProgress } from './progress.ts';

/** What saving needs of a job. */
interface Source {
  id: string;
  chunks(from: { cursor?: string; signal?: AbortSignal }): AsyncIterable<{
    pages: readonly unknown[];
    cursor: string;
    progress: JobProgress;
  }>;
  status(options: { signal?: AbortSignal }): Promise<JobProgress>;
}

interface SaveOptions {
  signal?: AbortSignal;
  onProgress?: (progress: JobProgress) => void;
}

/** How far a file is: what was written up to this length, and where to go on behind it. */
interface Bookmark {
  job: string;
  cursor: string;
  bytes: number;
}

/** Beside the file, for as long as it is not complete. */
export function bookmarkPath(path: string): string {
  return `${path}.progress`;
}

/**
 * Writes pages as lines, and after each group of them how far it is. What was written behind the last bookmark is cut off
 * when it goes on, so that a process may be killed at any moment, and no line is missing or there twice.
 */
export async function saveTo(path: string, job: Source, { signal, onProgress }: SaveOptions): Promise<JobProgress> {
  const { open, rename, rm, writeFile } = await import('node:fs/promises');
  const earlier = await readBookmark(path);
  const isContinued = earlier?.job === job.id;
  const file = await open(path, isContinued ? 'r+' : 'w');
  const cancel = signal ? { signal } : {};
  try {
    let { bytes, cursor } = isContinued ? earlier : { bytes: 0, cursor: '' };
    await file.truncate(bytes);
    const keep = async () => {
      const mark: Bookmark = { job: job.id, cursor, bytes };
      await writeFile(`${bookmarkPath(path)}.new`, JSON.stringify(mark));
      await rename(`${bookmarkPath(path)}.new`, bookmarkPath(path));
    };
    await keep();
    let last: JobProgress | undefined;
    for await (const chunk of job.chunks({ cursor, ...cancel })) {
      const lines = Buffer.from(chunk.pages.map((page) => `${JSON.stringify(page)}\n`).join(''));
      await file.write(lines, 0, lines.length, bytes);
      bytes += lines.length;
      cursor = chunk.cursor;
      last = chunk.progress;
      await keep();
      onProgress?.(last);
    }
    await file.datasync();
    await rm(bookmarkPath(path), { force: true });
    return last && hasEnded(last) ? last : await job.status(cancel);
  } finally {
    await file.close();
  }
}

/** Undefined if the file is complete, was never begun, or is gone. */
export async function readBookmark(path: string): Promise<Bookmark | undefined> {
  const { readFile, stat } = await import('node:fs/promises');
  try {
    const mark: Bookmark = JSON.parse(await readFile(bookmarkPath(path), 'utf8'));
    return (await stat(path)).size >= mark.bytes ? mark : undefined;
  } catch {
    return undefined;
  }
}
