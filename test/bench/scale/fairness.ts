import { makeKey } from '../../../contracts/accounts/keys.ts';
import { readSettings } from '../../../runtime/settings.ts';
import { openStorage } from '../../../storage/storage.ts';
import type { WholeStack } from '../../support/wholeStack.ts';
import { median } from '../median.ts';
import { atMost, type Row } from '../row.ts';
import { benchKeys } from '../stack.ts';
import { createSlowClient } from './slowClient.ts';

export async function measureFairness({ api, env }: WholeStack): Promise<Row[]> {
  const storage = openStorage(readSettings(env));
  const otherKey = makeKey('secret');
  const account = await storage.accounts.create({ email: 'other@example.com', plan: 'unlimited' });
  await storage.keys.save({ key: otherKey, kind: 'secret', account: account?._id ?? '', name: 'bench' });
  await storage.close();
  const large = createSlowClient(api, benchKeys.secret);
  const small = createSlowClient(api, otherKey);
  async function smallJobSeconds(name: string) {
    const times: number[] = [];
    for (let time = 0; time < 7; time += 1)
      times.push(await small.finish(await small.create('other.example', `${name}${time}`, 5, 100)));
    return median(times);
  }
  await smallJobSeconds('warm');
  const alone = await smallJobSeconds('alone');
  const id = await large.create('one.example', 'large', 10_000, 100);
  const crowded = await smallJobSeconds('beside');
  await large.cancel(id);
  return [atMost('a job of 5 pages beside one of 10,000, against alone', crowded / alone, 3)];
}
