import { type ConcurrencySlots, slotLeaseMs } from '../../storage/concurrencySlots.ts';

/** Takes one of `max` slots and keeps it until it is released; undefined if all are taken. */
export async function holdSlot(slots: ConcurrencySlots, owner: string, max: number): Promise<(() => void) | undefined> {
  const slot = await slots.acquire(owner, max);
  if (!slot) return undefined;
  const renewal = setInterval(() => slots.renew(slot).catch(() => {}), slotLeaseMs / 3);
  return () => {
    clearInterval(renewal);
    // Not awaited: the answer need not wait for it, and a slot that is not released ends by itself.
    slots.release(slot).catch(() => {});
  };
}
