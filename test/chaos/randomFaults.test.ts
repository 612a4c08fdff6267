import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, describe, it } from 'vitest';
import { faultNames, faults, resetStack, waitForRecovery } from './faults.ts';
import { checkInvariants } from './invariants.ts';
import { mixedUrls, startWorkload } from './workload.ts';

const pages = Number(process.env['CHAOS_PAGES'] ?? 2_000);
/** Each fault once, in any order, and again while the batch runs; then it has peace, or a slow machine never gets through. */
const maxRounds = 2;
/** The same seed gives the same faults in the same order. */
const seed = Number(process.env['CHAOS_SEED'] ?? Date.now() % 1_000_000);

describe(`faults at random moments (CHAOS_SEED=${seed})`, () => {
  beforeEach(resetStack);

  it(`a batch of ${pages} pages comes out exact, whatever is killed`, async () => {
    const random = randomFrom(seed);
    const callers = await startWorkload();
    try {
      const { id } = await callers.createBatch(mixedUrls(pages));
      for (let round = 0; round < maxRounds; round += 1) {
        for (const fault of shuffled(faultNames, random)) {
          console.log(`${new Date().toISOString()} ${fault}`);
          await faults[fault]();
          await waitForRecovery();
          await wait(random() * 3_000);
        }
        if ((await callers.poll(id)).status !== 'scraping') break;
      }
      await callers.stop();
      await checkInvariants(callers);
    } finally {
      await callers.stop();
      await callers.close();
    }
  });
});

/** A small generator of our own (mulberry32): Math.random cannot be given a seed. */
function randomFrom(start: number) {
  let state = start;
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
