import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createBatch, waitForJob } from '../../support/batches.ts';
import { call } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { site } from '../../support/fixtureSite.ts';
import { type LogLine, readLogLines } from '../../support/logLines.ts';
import { stackEnv } from '../../support/stackEnv.ts';

function lines() {
  return readLogLines(stackEnv('SIGHTREAD_HOME'));
}

function linesOf(requestId: string): LogLine[] {
  return lines().filter((line) => line['requestId'] === requestId);
}

describe('the log lines', () => {
  it('of a scrape are joined by the request id of the caller and the id of the job', async () => {
    const requestId = randomUUID();
    await call('/v1/scrape', { body: { url: site('/joined') }, headers: { 'x-request-id': requestId } });
    const request = () => linesOf(requestId).find(({ msg }) => msg === 'request');
    const page = () => linesOf(requestId).find((line) => line['call'] === 'scrapePage');
    // Two processes write them.
    await eventually('the request and the page have been logged', () => Boolean(request() && page()));
    expect(request()).toMatchObject({ part: 'gateway', path: '/v1/scrape', status: 200 });
    expect(page()).toMatchObject({ part: 'worker fetch', msg: 'call done', job: request()?.['job'] });
  });

  it('of a batch are joined by the request id of the caller, and have no trace id without tracing', async () => {
    const requestId = randomUUID();
    const { id } = await createBatch({ urls: [site('/joined-too')] }, { headers: { 'x-request-id': requestId } });
    await waitForJob(id);
    await eventually('the batch has been logged', () =>
      linesOf(requestId).some(({ activity }) => activity === 'readPages'),
    );
    expect(linesOf(requestId).find(({ activity }) => activity === 'readPages')).toMatchObject({
      job: id,
      workflowId: `batch-${id}-0`,
    });
    expect(lines().filter((line) => 'traceId' in line)).toEqual([]);
  });
});
