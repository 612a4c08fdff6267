import { describe, expect, it } from 'vitest';
import { batchWorkflowId } from '../../../contracts/work/ids.ts';
import { createBatch, waitForJob } from '../../support/batches.ts';
import { call } from '../../support/client.ts';
import { site } from '../../support/fixtureSite.ts';
import { withTemporal } from '../../support/temporalClient.ts';

/** Far below the 2 MB at which Temporal refuses a payload. */
const maxHistoryBytes = 100_000;

async function historyBytes(workflowId: string): Promise<number> {
  const history = await withTemporal(({ workflow }) => workflow.getHandle(workflowId).fetchHistory());
  return JSON.stringify(history).length;
}

describe('a page whose texts are megabytes long', () => {
  it('is read in the browser, and what is said about it stays short', async () => {
    const { status, body } = await call<{ data: { metadata: { engine: string; engineReason: string } } }>(
      '/v1/scrape',
      {
        body: { url: site('/long-texts') },
      },
    );
    expect(status, JSON.stringify(body).slice(0, 500)).toBe(200);
    expect(body.data.metadata.engine).toBe('browser');
    expect(body.data.metadata.engineReason).toMatch(/^the page is an application shell \(#root-x+ is empty/);
    expect(body.data.metadata.engineReason.length).toBeLessThan(200);
  });

  it('leaves short histories behind, in a batch too', async () => {
    const { id } = await createBatch({ urls: [site('/long-texts?1'), site('/long-texts?2')] });
    expect(await waitForJob(id)).toMatchObject({ status: 'completed', completed: 2 });
    expect(await historyBytes(batchWorkflowId(id, 0))).toBeLessThan(maxHistoryBytes);
  });
});
