import { randomUUID } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/common';
import { describe, expect, it } from 'vitest';
import type { FailureKind } from '../../../contracts/failures.ts';
import type { PageWork } from '../../../contracts/work/pages.ts';
import { monthOf } from '../../../storage/ledger.ts';
import type { scrapePage } from '../../../workflows/scrapePage.ts';
import { newAccount } from '../../support/accounts.ts';
import { withScriptedActivities } from '../../support/scriptedActivities.ts';
import { openStackStorage } from '../../support/storage.ts';

/** A page is asked for; gives the steps that were taken. */
async function steps(reserveCredits: () => Promise<void>): Promise<string[]> {
  const done: string[] = [];
  const options = { timeout: 1_000 } as PageWork['options'];
  const work = { account: 'acc_test', requestId: 'test', job: randomUUID(), index: 0, url: '', options };
  const activities = {
    reserveCredits,
    async readPage() {
      done.push('read');
      return {};
    },
    async settleCredits({ amount }: { amount: number }) {
      done.push(`settled ${amount}`);
    },
    async withdrawCredits() {
      done.push('withdrawn');
    },
  };
  await withScriptedActivities(activities, (workflow) =>
    workflow
      .execute<typeof scrapePage>('scrapePage', {
        taskQueue: 'flow',
        workflowId: work.job,
        args: [{ ...work, browserOnly: false }],
      })
      .catch(() => done.push('failed')),
  );
  return done;
}

describe('credits of which nobody knows whether they were set aside', () => {
  it('are given back; those that were set aside are charged, and a plain no is the end', async () => {
    expect(await steps(async () => {})).toEqual(['read', 'settled 1']);
    const silent = () => Promise.reject(new Error('the connection closed'));
    expect(await steps(silent)).toEqual(['withdrawn', 'failed']);
    const type: FailureKind = 'NotEnoughCredits';
    const refuse = () => Promise.reject(ApplicationFailure.create({ type, nonRetryable: true }));
    expect(await steps(refuse)).toEqual(['failed']);
  });

  it('are not set aside later either', async () => {
    const storage = openStackStorage();
    const { account } = await newAccount();
    const reservation = () => ({ id: randomUUID(), account, operation: 'scrape' as const, amount: 1, allowance: null });
    const balance = () => storage.ledger.balance(account, monthOf(new Date()));

    const made = reservation();
    await storage.ledger.reserveNow(made);
    expect(await storage.ledger.withdraw(made)).toMatchObject({ charged: 0, released: 1 });
    const late = reservation();
    expect(await storage.ledger.withdraw(late)).toBeUndefined();
    await storage.ledger.reserveNow(late);
    expect(await balance()).toMatchObject({ used: 0, reserved: 0 });

    const used = reservation();
    await storage.ledger.reserveNow(used);
    await storage.ledger.settleNow(used.id, 1);
    await storage.ledger.withdraw(used);
    expect(await balance()).toMatchObject({ used: 1, reserved: 0 });
    await storage.close();
  });
});
