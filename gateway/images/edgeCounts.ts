import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Logger } from '../../runtime/log.ts';
import type { Key } from '../../storage/keys.ts';
import type { Usage } from '../../storage/usage.ts';
import type { LastUse } from '../accounts/lastUse.ts';
import type { GatewayMetrics } from '../observability/metrics.ts';
import { type EdgeLog, openEdgeLog } from './edgeLog.ts';
import { createEdgeProbes, probeExtension } from './edgeProbes.ts';
import type { LastAsked } from './lastAsked.ts';

interface Deps {
  /** Shared with the edge, which writes there under EDGE_COUNTS_FOLDER. */
  folder: string;
  instance: string;
  usage: Pick<Usage, 'record'>;
  lastUse: LastUse;
  lastAsked: LastAsked;
  metrics: Pick<GatewayMetrics, 'imagesCounted'>;
  log: Logger;
  onCounted: (accounts: ReadonlySet<string>) => void;
}

/** Lets the edge count by itself, in files that it appends to, and adds up what it has written there. */
export interface EdgeCounts {
  /** The file in which this edge may count until the second is over; undefined if it may not. */
  lease(edge: string): string | undefined;
  /** A file to which the edge has to write a line, to show that it can. The gateway counts the request. */
  probe(edge: string): string | undefined;
  /** Resolves once the database has everything that the edge has written so far, or is unreachable. */
  written(): Promise<void>;
  close(): Promise<void>;
}

/** A file of this process, or one that another process has left. */
interface OpenLog extends EdgeLog {
  path: string;
  isOwn: boolean;
  /** What the database has durably, so that nothing is written twice for nothing. */
  durableBytes: number;
  /** When the edge was last told to write to it, or later. */
  usedAt: number;
}

const extension = '.edge';
/** Allocated for each file, so that a full disk cannot keep the edge from counting what it answers. */
const reservedBytes = 64 * 1024 * 1024;
/** A file that has grown to this is replaced. What is left holds more lines than an edge can write in seconds. */
const maxBytes = reservedBytes / 2;
const readIntervalMs = 100;
const heartbeatIntervalMs = 2_000;
/** A file that nobody has touched for this long gets no line any more. */
const abandonedAfterMs = 60_000;
/** No edge relies on what it was told longer than this. */
const leaseMs = 1_000;
const run = promisify(execFile);

export async function openEdgeCounts(deps: Deps): Promise<EdgeCounts> {
  const { folder, instance, usage, lastUse, lastAsked, metrics, log, onCounted } = deps;
  /** By name: those of this process, the last of which is in use, and those of others. */
  const own = new Map<string, OpenLog>();
  const others = new Map<string, OpenLog>();
  const probes = createEdgeProbes(folder, instance);
  let current: { name: string; log: OpenLog } | undefined;
  let lastReadAt = 0;
  let lastHeartbeatAt = 0;
  let isClosing = false;
  let hasWarned = false;
  let reading: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  async function openLog(name: string, { isOwn }: { isOwn: boolean }): Promise<OpenLog> {
    const path = join(folder, name);
    return { ...(await openEdgeLog(path, name)), path, isOwn, durableBytes: 0, usedAt: Date.now() };
  }

  /** Creates the next file. While that fails, the gateway counts. */
  async function replaceCurrent(): Promise<void> {
    current = undefined;
    const name = `${instance}-${own.size}-${Date.now()}${extension}`;
    const path = join(folder, name);
    try {
      await writeFile(path, '', { flag: 'wx' });
      // The edge may run as another user; who may enter the folder decides.
      await chmod(path, 0o666);
      await run('fallocate', ['--keep-size', '--length', String(reservedBytes), path]);
      const opened = await openLog(name, { isOwn: true });
      own.set(name, opened);
      current = { name, log: opened };
      hasWarned = false;
    } catch (error) {
      if (!hasWarned) log.warn({ err: error }, 'no file for the counts of the edge; the gateway counts each image');
      hasWarned = true;
      await unlink(path).catch(() => {});
    }
  }

  /** Adds up what is new in a file. What could not be written to the database is written the next time. */
  async function readLog(each: OpenLog, { durable }: { durable: boolean }): Promise<void> {
    const images = await each.read();
    const requests = images.reduce((sum, image) => sum + image.requests, 0);
    for (const { account, key, kind, domain, theme } of images) {
      lastUse(key);
      lastAsked.note(
        domain,
        { kind: kind === 'og' ? 'og' : 'icon', theme: theme === 'dark' ? 'dark' : 'light' },
        account,
      );
    }
    if (requests === 0 && !(durable && each.durableBytes < each.bytes())) return;
    const endWait = metrics.imagesCounted(each.isOwn ? requests : 0);
    const bytes = each.bytes();
    await usage.record(each.id, each.totals(), { durable }).finally(endWait);
    if (durable) each.durableBytes = bytes;
    onCounted(new Set(images.map(({ account }) => account)));
  }

  async function readOwn(options: { durable: boolean }): Promise<void> {
    for (const each of own.values()) await readLog(each, options);
  }

  async function readOthers(): Promise<void> {
    const names = await readdir(folder);
    for (const name of names.filter((each) => each.endsWith(probeExtension))) await removeOldProbe(join(folder, name));
    for (const name of names.filter((each) => each.endsWith(extension) && !own.has(each))) {
      const each = others.get(name) ?? (await openLog(name, { isOwn: false }));
      others.set(name, each);
      await readLog(each, { durable: true });
      each.usedAt = (await stat(each.path)).mtimeMs;
    }
    await removeAbandoned(others);
  }

  /** Removes the files that have not been touched for long, and whose counts are safe. */
  async function removeAbandoned(logs: Map<string, OpenLog>): Promise<void> {
    for (const [name, each] of logs) {
      if (current?.name === name || Date.now() - each.usedAt < abandonedAfterMs) continue;
      await readLog(each, { durable: true });
      await unlink(each.path).catch(() => {});
      await each.close();
      logs.delete(name);
    }
  }

  /** Shows other gateways that the files are in use, and that the one the edge writes to is still there. */
  async function beat(): Promise<void> {
    const now = new Date();
    for (const each of own.values()) await utimes(each.path, now, now).catch(() => {});
    const found = current && (await stat(current.log.path).catch(() => undefined));
    if (!found || !current?.log.id.endsWith(`-${found.ino}`) || current.log.bytes() > maxBytes) await replaceCurrent();
    await readOwn({ durable: true });
    await removeAbandoned(own);
    await readOthers();
  }

  async function readAll(): Promise<void> {
    const isBeat = Date.now() - lastHeartbeatAt >= heartbeatIntervalMs;
    if (isBeat) lastHeartbeatAt = Date.now();
    try {
      await (isBeat ? beat() : readOwn({ durable: false }));
      await probes.check();
    } catch (error) {
      if (!hasWarned) log.warn({ err: error }, 'the counts of the edge cannot be written; they wait in their files');
      hasWarned = true;
    }
    lastReadAt = Date.now();
  }

  /** One at a time: what is read is added once. */
  function readNow(): Promise<void> {
    reading = reading.then(readAll);
    return reading;
  }

  function readLater(): void {
    timer = setTimeout(() => void readNow().then(() => isClosing || readLater()), readIntervalMs).unref();
  }

  await mkdir(folder, { recursive: true });
  await readNow();
  readLater();

  return {
    lease(edge) {
      // What was not looked at lately may have grown past its reserved part.
      const isKnown = Date.now() - lastReadAt <= leaseMs && !isClosing;
      if (!isKnown || !current || current.log.bytes() > maxBytes || !probes.isTrusted(edge)) return undefined;
      current.log.usedAt = Date.now();
      return current.name;
    },
    probe: (edge) => (isClosing ? undefined : probes.next(edge)),
    written: readNow,
    async close() {
      isClosing = true;
      clearTimeout(timer);
      const isLeased = [...own.values()].some(({ usedAt }) => Date.now() - usedAt < leaseMs);
      if (isLeased) await sleep(leaseMs);
      lastHeartbeatAt = Date.now();
      await reading;
      // The files stay: the next process reads them once more and removes them.
      await readOwn({ durable: true }).catch((error) => log.warn({ err: error }, 'the last counts of the edge wait'));
      for (const each of [...own.values(), ...others.values()]) await each.close();
    },
  };
}

/** One whose gateway was killed before it looked. */
async function removeOldProbe(path: string): Promise<void> {
  const { mtimeMs } = await stat(path);
  if (Date.now() - mtimeMs > abandonedAfterMs) await unlink(path);
}

/** What the edge writes with each image. */
export function holderOf({ account, _id }: Pick<Key, 'account' | '_id'>): string {
  return `${account} ${_id}`;
}
