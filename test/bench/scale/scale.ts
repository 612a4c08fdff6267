import { egressMap } from '../../support/egressMap.ts';
import { forkScript } from '../childProcess.ts';
import type { Row } from '../row.ts';
import { withStack } from '../stack.ts';
import { measureFairness } from './fairness.ts';
import { measureJobSizes } from './jobSizes.ts';
import { measureWorkers, workerSettings } from './workers.ts';

/** Whether more workers help, whether a page costs more in a larger job, and whether a small job waits for a large one. */
export async function scale(): Promise<Row[]> {
  const { message: site, stop } = await forkScript('slowSite');
  const settings = { EGRESS_MAP: egressMap(['one.example', 'other.example'], site), HOST_CONCURRENCY: '1000' };
  try {
    return [
      ...(await withStack({ ...settings, ...workerSettings }, measureWorkers)),
      ...(await withStack(settings, async (stack) => [
        ...(await measureJobSizes(stack)),
        ...(await measureFairness(stack)),
      ])),
    ];
  } finally {
    stop();
  }
}
