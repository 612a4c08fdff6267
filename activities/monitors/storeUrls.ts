import { chunkSizeFor } from '../../contracts/work/batchLayout.ts';
import { resultLifetimeMs } from '../../storage/pages.ts';
import type { Urls } from '../../storage/urls.ts';

/** Stores the list of a reading. */
export async function storeUrls(
  lists: Urls,
  { account, job }: { account: string; job: string },
  urls: readonly string[],
): Promise<void> {
  await lists.store({
    account,
    job,
    round: 0,
    chunkSize: chunkSizeFor(urls.length),
    entries: urls.map((url, index) => ({ index, url })),
    expiresAt: new Date(Date.now() + resultLifetimeMs),
  });
}
