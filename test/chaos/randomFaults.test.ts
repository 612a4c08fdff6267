import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, it } from 'vitest';
import { waitForStack } from '../support/waitForStack.ts';
import { faultNames, faults, resetStack } from './faults.ts';
import { checkInvariants } from './invariants.ts';
import { mixedUrls, startWorkload } from './workload.ts';

const pages = Number(process.env['CHAOS_PAGES'] ?? 2_000);
/** Every round injects each fault once. After the last one a slow machine must be able to finish the batch. */
const maxRounds = 2;
/** The same seed gives the same order of faults. */
const seed = Number(process.env['CHAOS_SEED'] ?? Date.now() % 1_000_000);

describe(`faults at random moments (CHAOS_SEED=${seed})`, () => {
  beforeEach(resetStack);

  it(`leave a batch of ${pages} pages with exact results, counts and charges`, async () => {
    const random = createRandom(seed);
    const workload = await startWorkload();
    try {
      const { id } = await workload.createBatch(mixedUrls(pages));
      for (let round = 0; round < maxRounds; round += 1) {
        for (const fault of shuffled(faultNames, random)) {
          console.log(`${new Date().toISOString()} ${fault}`);
          await faults[fault]();
          await waitForStack();
          await sleep(random() * 3_000);
        }
        if ((await workload.poll(id)).status !== 'scraping') break;
      }
      await workload.stop();
      await checkInvariants(workload);
    } finally {
      await workload.stop();
      await workload.close();
    }
  });
});

/** The generator mulberry32, because Math.random takes no seed. */
function createRandom(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((value) => ({ value, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ value }) => value);
}
