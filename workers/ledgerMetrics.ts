import { Gauge, type Registry } from 'prom-client';
import type { Logger } from '../runtime/log.ts';
import { withTimeout } from '../runtime/timeLimit.ts';
import type { Ledger } from '../storage/ledger.ts';

/** A scrape of the metrics does not wait longer for a database that is unreachable. */
const queryTimeoutMs = 1_000;

/** The age of the oldest unsettled reservation: one that grows old is a bug or a workflow that hangs. */
export function registerLedgerAge(registry: Registry, ledger: Pick<Ledger, 'oldestOpen'>, log: Logger): void {
  new Gauge({
    name: 'sightread_ledger_oldest_reservation_seconds',
    help: 'Age of the oldest credits that are set aside and neither charged nor released; 0 where there are none.',
    registers: [registry],
    async collect() {
      try {
        const oldest = await withTimeout(queryTimeoutMs, ledger.oldestOpen(), 'the database did not answer in time');
        this.set(oldest ? Math.max(0, Date.now() - oldest.getTime()) / 1_000 : 0);
      } catch (error) {
        // Removed, because an old value would look like a current one.
        this.remove();
        log.debug({ err: error }, 'the ledger could not be asked for its oldest reservation');
      }
    },
  });
}
