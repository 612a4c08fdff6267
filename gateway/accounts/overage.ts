import { LRUCache } from 'lru-cache';
import type { Logger } from '../../runtime/log.ts';
import { type Plans, planNamed } from '../../runtime/plans.ts';
import { monthOf } from '../../storage/ledger.ts';
import { overageMailId } from '../../storage/mails.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Flows } from '../temporal/flows.ts';

interface Parts {
  storage: Pick<Storage, 'accounts' | 'usage' | 'mails'>;
  plans: Plans;
  flows: Pick<Flows, 'warnOverage'>;
  log: Logger;
}

export interface ImageAllowance {
  requests: number;
  /** null means without limit. */
  allowance: number | null;
  over: boolean;
}

/** So soon after a request an account is looked at, and so often at most by each gateway. */
const lookAfterMs = 1_000;
const mostAccounts = 10_000;

export type OverageWatch = ReturnType<typeof createOverageWatch>;

/** Notices when an account's image requests pass its allowance, and has its owner told once. Nothing is ever blocked. */
export function createOverageWatch({ storage, plans, flows, log }: Parts) {
  const due = new Map<string, NodeJS.Timeout>();
  /** `<account>:<month>` of which this process knows that the warning is under way. */
  const warned = new LRUCache<string, true>({ max: mostAccounts });

  /** Where an account stands this month; makes sure of the warning where it is over. */
  async function stand(account: string): Promise<ImageAllowance> {
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
      // The workflow's own memory is kept for days only, this one for good.
      const mail = await storage.mails.find(id);
      if (!mail || mail.state === 'waiting') await flows.warnOverage(account, month);
      warned.set(id, true);
    } catch (error) {
      log.warn({ account, month, err: error }, 'the overage warning was not started; the next request tries again');
    }
  }

  return {
    stand,
    /** To be called once requests of these accounts are counted; returns at once and never fails. */
    counted(accounts: Iterable<string>) {
      for (const account of accounts) {
        if (due.has(account)) continue;
        const timer = setTimeout(() => {
          due.delete(account);
          stand(account).catch((error) =>
            log.warn({ account, err: error }, 'an account’s allowance was not looked at'),
          );
        }, lookAfterMs);
        due.set(account, timer);
      }
    },
    stop() {
      for (const timer of due.values()) clearTimeout(timer);
    },
  };
}
