import { setTimeout as wait } from 'node:timers/promises';
import { describe, it } from 'vitest';
import { ended } from '../e2e/batches.ts';
import { audit } from './audit.ts';
import { type Fault, faultNames, faults, recovered } from './faults.ts';
import { mixedUrls, startCallers } from './load.ts';

const pages = Number(process.env['CHAOS_PAGES'] ?? 2_000);
/** The same seed gives the same faults in the same order. */
const seed = Number(process.env['CHAOS_SEED'] ?? Date.now() % 1_000_000);

describe(`faults at random moments (CHAOS_SEED=${seed})`, () => {
  it(`a batch of ${pages} pages comes out exact, whatever is killed`, async () => {
    const random = randomFrom(seed);
    const callers = await startCallers();
    try {
      const { id } = await callers.createBatch(mixedUrls(pages));
      let over = false;
      const end = ended(id, 900_000, callers.key).then(() => {
        over = true;
      });
      // Each fault at least once, in any order, for as long as the batch runs.
      let deck: Fault[] = [];
      const struck: Fault[] = [];
      while (!over || struck.length < faultNames.length) {
        if (deck.length === 0) deck = shuffled(faultNames, random);
        const [fault] = deck.splice(0, 1);
        if (!fault) continue;
        console.log(`${new Date().toISOString()} ${fault}`);
        struck.push(fault);
        await faults[fault]();
        await recovered();
        await wait(random() * 3_000);
      }
      await end;
      await callers.stop();
      await audit(callers);
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
