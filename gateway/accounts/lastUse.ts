import { LRUCache } from 'lru-cache';
import type { Logger } from '../../runtime/log.ts';
import { type Keys, lastUseIntervalMs } from '../../storage/keys.ts';

const maxKeys = 10_000;

export type LastUse = (key: string) => void;

/** Records that a key was used, about once a minute for each, without delaying the answer. */
export function createLastUse(keys: Pick<Keys, 'used'>, log: Logger): LastUse {
  const recent = new LRUCache<string, true>({ max: maxKeys, ttl: lastUseIntervalMs });
  return (key) => {
    if (recent.has(key)) return;
    recent.set(key, true);
    keys.used(key, new Date()).catch((error) => log.warn({ err: error }, 'could not record the last use of a key'));
  };
}
