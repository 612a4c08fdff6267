import { open } from 'node:fs/promises';
import type { Counted } from '../../storage/usage.ts';
import { dayOf } from '../../storage/usage.ts';

/** What lines of a log have in common. deploy/edge/nginx.conf writes them: time, account, key, kind, domain, theme. */
export interface LoggedImages {
  account: string;
  key: string;
  kind: string;
  domain: string;
  theme: string;
  requests: number;
}

export interface EdgeLog {
  /** Names the file among all that there ever were: one that was removed may be created anew under its name. */
  id: string;
  /** Adds up the lines that were written since the last call, and returns them. */
  read(): Promise<LoggedImages[]>;
  /** How far it is read. */
  bytes(): number;
  /** All lines so far, by key and day. */
  totals(): Counted[];
  close(): Promise<void>;
}

const chunkBytes = 256 * 1024;
const lineEnd = 0x0a;
const dayMs = 24 * 60 * 60 * 1_000;

/** Reads a file to which the edge appends a line for each image before it answers. */
export async function openEdgeLog(path: string, name: string): Promise<EdgeLog> {
  const file = await open(path, 'r');
  const { ino } = await file.stat();
  const chunk = Buffer.alloc(chunkBytes);
  const totals = new Map<string, Counted>();
  let offset = 0;

  /** By time and text, of the whole lines that are there. */
  async function readLines(): Promise<Map<string, number>> {
    const lines = new Map<string, number>();
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, chunkBytes, offset);
      const end = chunk.subarray(0, bytesRead).lastIndexOf(lineEnd) + 1;
      if (end === 0) return lines;
      offset += end;
      for (const line of chunk.toString('latin1', 0, end - 1).split('\n')) {
        const space = line.indexOf(' ');
        const day = Math.floor((Number(line.slice(0, space)) * 1_000) / dayMs);
        const images = `${day}${line.slice(space)}`;
        lines.set(images, (lines.get(images) ?? 0) + 1);
      }
    }
  }

  return {
    id: `${name}-${ino}`,
    async read() {
      const read: LoggedImages[] = [];
      for (const [line, requests] of await readLines()) {
        const [dayNumber, account = '', key = '', kind = '', domain = '', theme = ''] = line.split(' ');
        const day = dayOf(new Date(Number(dayNumber) * dayMs));
        const total = totals.get(`${key}:${day}`) ?? { account, key, day, requests: 0 };
        total.requests += requests;
        totals.set(`${key}:${day}`, total);
        read.push({ account, key, kind, domain, theme, requests });
      }
      return read;
    },
    bytes: () => offset,
    totals: () => [...totals.values()],
    close: () => file.close(),
  };
}
