import { accountGone, Failure } from '../contracts/failures.ts';
import type { Accounts } from './accounts.ts';
import type { CompressedText } from './concatenableGzip.ts';
import { isDuplicateKey } from './duplicateKey.ts';
import { createGroupCommit } from './groupCommit.ts';
import type { Ledger, Reservation } from './ledger.ts';
import type { PageRecord, SettledPage } from './pageRecord.ts';
import { type Pages, resultLifetimeMs } from './pages.ts';
import type { AccountTransaction } from './transaction.ts';

interface Deps {
  accountTransaction: AccountTransaction;
  accounts: Accounts;
  pages: Pages;
  ledger: Ledger;
}

interface Unsettled {
  record: PageRecord;
  charge: Reservation;
}

export interface SettledScrape {
  item: CompressedText | undefined;
  /** The credits that this attempt has charged. */
  charged: number;
}

/** Single pages. Each is stored and charged in one transaction, so that a worker that is killed has charged nothing. */
export function scrapesOn({ accountTransaction, accounts, pages, ledger }: Deps) {
  const commit = createGroupCommit<Unsettled, void>((account, group) =>
    accountTransaction(account, async (session) => {
      await pages.insert(
        group.map(({ record }) => record),
        session,
      );
      if (!(await accounts.exists(account, session))) throw new Failure('Unauthenticated', accountGone);
      await ledger.charge(
        group.map(({ charge }) => charge).filter(({ amount }) => amount > 0),
        session,
      );
      return [];
    }),
  );
  return {
    /**
     * Stores a page and charges it, or fails with 402. A page that another attempt has settled stays as it is and is
     * not charged again.
     */
    async settle(page: SettledPage, charge: Reservation): Promise<SettledScrape> {
      const { id: job, account, amount } = charge;
      const expiresAt = new Date(Date.now() + resultLifetimeMs);
      const [record] = await pages.records(job, [page], { account, expiresAt });
      if (!record) throw new Error(`page ${page.index} of ${job} has no record`);
      try {
        await commit(account, { record, charge });
        return { item: await pages.contentOf(record), charged: amount };
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        const item = await pages.content(job, page.index);
        if (!item) throw new Failure('DependencyDown', 'This was given up meanwhile; please try again.');
        return { item, charged: 0 };
      }
    },

    /**
     * For a scrape whose outcome is not known, because its worker was lost: the page, if it was settled after all. If
     * not, it never will be.
     */
    async resolve({ id, account }: Pick<Reservation, 'id' | 'account'>): Promise<CompressedText | undefined> {
      await ledger.withdraw({ id, account, operation: 'scrape' });
      return pages.content(id, 0);
    },
  };
}
