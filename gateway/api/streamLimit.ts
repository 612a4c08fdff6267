import { Failure } from '../../contracts/failures.ts';
import { type ConcurrencySlots, streamsOf } from '../../storage/concurrencySlots.ts';
import type { PlanOf } from '../accounts/plan.ts';
import type { Context } from '../http/context.ts';
import { holdSlot } from '../http/heldSlot.ts';

const retryAfterSeconds = 30;

/** As many event streams at a time for an account as its plan allows, over all gateways. Resolves to what ends one. */
export function createStreamLimit(slots: ConcurrencySlots, planOf: PlanOf) {
  return async (ctx: Pick<Context, 'set'>, account: string): Promise<() => void> => {
    const { eventStreams } = await planOf(account);
    if (eventStreams === null) return () => {};
    const release = await holdSlot(slots, streamsOf(account), eventStreams);
    if (release) return release;
    ctx.set('Retry-After', String(retryAfterSeconds));
    throw new Failure(
      'TooManyRequests',
      `The plan of this account allows ${eventStreams} event streams at a time, and as many are open; close one, or poll the job instead.`,
    );
  };
}
