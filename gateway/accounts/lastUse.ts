import { LRUCache } from 'lru-cache';
import type { Logger } from '../../runtime/log.ts';
import { type Keys, lastUseStepMs } from '../../storage/keys.ts';

const mostKeys = 10_000;

export type LastUse = (key: string) => void;

/** Notes that a key was used, behind the answer; about once a minute each. */
export function createLastUse(keys: Pick<Keys, 'used'>, log: Logger): LastUse {
  const noted = new LRUCache<string, true>({ max: mostKeys, ttl: lastUseStepMs });
  return (key) => {
    if (noted.has(key)) return;
    noted.set(key, true);
    keys.used(key, new Date()).catch((error) => log.warn({ err: error }, 'the last use of a key was not noted'));
  };
}
