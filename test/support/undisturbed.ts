/** Measurements of work during which no process of the stack may stand still. */
import { batchWorkflowId } from '../../contracts/work/ids.ts';
import { withTemporal } from './temporalClient.ts';

/** After as many disturbed ones the last counts all the same. */
const maxAttempts = 5;

interface Measured {
  /** The jobs that it consisted of. */
  jobs: readonly string[];
  /** How often these were retried. */
  retries?: number;
}

/**
 * Repeats a measurement that was disturbed. It was if a worker stood still for so long that it was taken for dead: what it
 * had begun is then begun a second time, and both go on side by side for a moment.
 */
export async function undisturbed<Result extends Measured>(
  measure: () => Promise<Result>,
  isFit: (result: Result) => boolean = () => true,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await measure();
    if (attempt === maxAttempts || (isFit(result) && !(await hasBegunTwice(result)))) return result;
  }
}

async function hasBegunTwice({ jobs, retries = 0 }: Measured): Promise<boolean> {
  for (const job of jobs) {
    for (let round = 0; round <= retries; round += 1) {
      if (await wasActivityRepeated(batchWorkflowId(job, round))) return true;
    }
  }
  return false;
}

function wasActivityRepeated(workflowId: string): Promise<boolean> {
  return withTemporal(async ({ workflow }) => {
    const { events } = await workflow.getHandle(workflowId).fetchHistory();
    return (events ?? []).some(({ activityTaskStartedEventAttributes: started }) => (started?.attempt ?? 1) > 1);
  });
}
