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

/** Scrapes a page and returns the steps that the workflow took. */
async function stepsOf(reserveCredits: () => Promise<void>): Promise<string[]> {
  const steps: string[] = [];
  const options = { timeout: 1_000 } as PageWork['options'];
  const work = { account: 'acc_test', requestId: 'test', job: randomUUID(), index: 0, url: '', options };
  const activities = {
    reserveCredits,
    async readPage() {
      steps.push('read');
      return {};
    },
    async settleCredits({ amount }: { amount: number }) {
      steps.push(`settled ${amount}`);
    },
    async withdrawCredits() {
      steps.push('withdrawn');
    },
  };
  await withScriptedActivities(activities, (workflow) =>
    workflow
      .execute<typeof scrapePage>('scrapePage', {
        taskQueue: 'flow',
        workflowId: work.job,
        args: [{ ...work, browserOnly: false }],
      })
      .catch(() => steps.push('failed')),
  );
  return steps;
}

describe('a reservation of credits that the database does not confirm', () => {
  it('is withdrawn, while a confirmed one is charged and a refused one ends the scrape', async () => {
    expect(await stepsOf(async () => {})).toEqual(['read', 'settled 1']);
    const loseConnection = () => Promise.reject(new Error('the connection closed'));
    expect(await stepsOf(loseConnection)).toEqual(['withdrawn', 'failed']);
    const type: FailureKind = 'NotEnoughCredits';
    const refuse = () => Promise.reject(ApplicationFailure.create({ type, nonRetryable: true }));
    expect(await stepsOf(refuse)).toEqual(['failed']);
  });

  it('reserves nothing when it arrives after its withdrawal', async () => {
    const storage = openStackStorage();
    const { account } = await newAccount();
    const reservation = () => ({ id: randomUUID(), account, operation: 'scrape' as const, amount: 1, allowance: null });
    const balance = () => storage.ledger.balance(account, monthOf(new Date()));

    const confirmed = reservation();
    await storage.ledger.reserveNow(confirmed);
    expect(await storage.ledger.withdraw(confirmed)).toMatchObject({ charged: 0, released: 1 });
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
