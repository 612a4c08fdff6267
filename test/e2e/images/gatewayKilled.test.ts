import { describe, expect, it } from 'vitest';
import { makeKey } from '../../../contracts/accounts/keys.ts';
import { newAccount } from '../../support/accounts.ts';
import { eventually } from '../../support/eventually.ts';
import { fetchImage } from '../../support/imageClient.ts';
import { requestCountOf } from '../../support/publishableKeys.ts';
import { killProcess } from '../../support/stackProcesses.ts';
import { openStackStorage } from '../../support/storage.ts';

describe('a gateway that is killed under load', () => {
  it('has counted every request that it answered, and none that was not sent', async () => {
    const { account } = await newAccount();
    const token = makeKey('publishable');
    const storage = openStackStorage();
    await storage.keys.save({ key: token, kind: 'publishable', account, name: 'test' });
    await fetchImage('github.com', { token });

    let sent = 1;
    let answered = 1;
    let loading = true;
    const load = Array.from({ length: 20 }, async () => {
      while (loading) {
        sent += 1;
        try {
          if ((await fetchImage('github.com', { token })).status === 200) answered += 1;
        } catch {
          // The connection broke, or nobody listens just now.
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      }
    });
    await eventually('there is load', () => answered > 300);
    await killProcess('gateway');
    const before = answered;
    await eventually('it answers again', () => answered > before + 100);
    loading = false;
    await Promise.all(load);

    const requests = await requestCountOf(storage, account);
    await storage.close();
    expect(requests).toBeGreaterThanOrEqual(answered);
    expect(requests).toBeLessThanOrEqual(sent);
  });
});
