/** Which program listens on a port, as far as /proc tells us. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The state of a listening socket in /proc/net/tcp. */
const listening = '0A';

/** The program's name with its pid; undefined for one of another user, and on systems without /proc. */
export function programListeningOn(port: number): string | undefined {
  const inodes = new Set(['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) => inodesIn(table, port)));
  if (inodes.size === 0) return undefined;
  const pid = attempt(() => readdirSync('/proc'), [])
    .filter((name) => /^\d+$/.test(name))
    .find((name) => socketsOf(name).some((inode) => inodes.has(inode)));
  if (pid === undefined) return undefined;
  const name = attempt(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim(), 'a program');
  return `${name} (process ${pid})`;
}

function inodesIn(table: string, port: number): string[] {
  const rows = attempt(() => readFileSync(table, 'utf8').split('\n').slice(1), []);
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, local = '', , state]) => local.endsWith(suffix) && state === listening)
    .flatMap((columns) => columns[9] ?? []);
}

function socketsOf(pid: string): string[] {
  const folder = `/proc/${pid}/fd`;
  return attempt(() => readdirSync(folder), []).flatMap((file) => {
    const target = attempt(() => readlinkSync(`${folder}/${file}`), '');
    return /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? [];
  });
}

/** Processes and their files come and go while they are read. */
function attempt<T>(read: () => T, fallback: T): T {
  try {
    return read();
  } catch {
    return fallback;
  }
}
