import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, it } from 'vitest';
import { createRandom, shuffled } from '../support/random.ts';
import { waitForStack } from '../support/waitForStack.ts';
import { faultNames, faults, resetStack } from './faults.ts';
import { checkInvariants } from './invariants.ts';
import { seed } from './seed.ts';
import { mixedUrls, startWorkload } from './workload.ts';

const pages = Number(process.env['CHAOS_PAGES'] ?? 2_000);
/** Every round injects each fault once. After the last one a slow machine must be able to finish the batch. */
const maxRounds = 2;

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
