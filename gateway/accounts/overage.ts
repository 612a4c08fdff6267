import { LRUCache } from 'lru-cache';
import type { Logger } from '../../runtime/log.ts';
import { type Plans, planNamed } from '../../runtime/plans.ts';
import { monthOf } from '../../storage/ledger.ts';
import { overageMailId } from '../../storage/mails.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Flows } from '../temporal/flows.ts';

interface Deps {
  storage: Pick<Storage, 'accounts' | 'usage' | 'mails'>;
  plans: Plans;
  flows: Pick<Flows, 'warnOverage'>;
  log: Logger;
}

export interface ImageAllowance {
  requests: number;
  /** null means unlimited. */
  allowance: number | null;
  over: boolean;
}

/** An account is checked this soon after a request, and at most this often by each gateway. */
const checkDelayMs = 1_000;
const maxAccounts = 10_000;

export type OverageWatch = ReturnType<typeof createOverageWatch>;

/** Notices when an account's image requests pass its allowance, and has its owner warned once. Nothing is ever blocked. */
export function createOverageWatch({ storage, plans, flows, log }: Deps) {
  const scheduled = new Map<string, NodeJS.Timeout>();
  /** `<account>:<month>`, if this process knows that the warning is on its way. */
  const warned = new LRUCache<string, true>({ max: maxAccounts });

  /** The account's image requests of this month against its allowance; starts the warning if they are over it. */
  async function check(account: string): Promise<ImageAllowance> {
    const month = monthOf(new Date());
    const [found, { requests }] = await Promise.all([
      storage.accounts.find(account),
      storage.usage.ofMonth(account, month),
    ]);
    const allowance = planNamed(plans, found?.plan ?? '').imageRequests;
    const over = allowance !== null && requests > allowance;
    if (over) await warn(account, month);
    return { requests, allowance, over };
  }

  async function warn(account: string, month: string) {
    const id = overageMailId(account, month);
    if (warned.has(id)) return;
    try {
      // Temporal remembers a finished workflow for days only; the mail is kept for good.
      const mail = await storage.mails.find(id);
      if (!mail || mail.state === 'waiting') await flows.warnOverage(account, month);
      warned.set(id, true);
    } catch (error) {
      log.warn({ account, month, err: error }, 'could not start the overage warning; the next request retries');
    }
  }

  function checkLater(account: string) {
    scheduled.delete(account);
    check(account).catch((error) => log.warn({ account, err: error }, 'could not check an image allowance'));
  }

  return {
    check,
    /** To be called once requests of these accounts are counted; returns at once and never fails. */
    checkSoon(accounts: Iterable<string>): void {
      for (const account of accounts) {
        if (!scheduled.has(account)) scheduled.set(account, setTimeout(checkLater, checkDelayMs, account));
      }
    },
    stop(): void {
      for (const timer of scheduled.values()) clearTimeout(timer);
    },
  };
}
