import { Gauge, type Registry } from 'prom-client';
import type { Logger } from '../runtime/log.ts';
import { withTimeout } from '../runtime/timeLimit.ts';
import type { Ledger } from '../storage/ledger.ts';

/** Whoever looks does not wait for a database that is away. */
const patienceMs = 1_000;

/** Credits that nobody settles are a bug or a workflow that hangs: how long the oldest have been set aside. */
export function watchLedger(registry: Registry, ledger: Pick<Ledger, 'oldestOpen'>, log: Logger): void {
  new Gauge({
    name: 'sightread_ledger_oldest_reservation_seconds',
    help: 'Age of the oldest credits that are set aside and neither charged nor released; 0 where there are none.',
    registers: [registry],
    async collect() {
      try {
        const oldest = await withTimeout(patienceMs, ledger.oldestOpen(), 'the database did not answer in time');
        this.set(oldest ? Math.max(0, Date.now() - oldest.getTime()) / 1_000 : 0);
      } catch (error) {
        // What is not known is not told: an old number would look like a new one.
        this.remove();
        log.debug({ err: error }, 'the ledger could not be asked for its oldest reservation');
      }
    },
  });
}
