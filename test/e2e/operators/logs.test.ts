import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { createBatch, waitForJob } from '../../support/batches.ts';
import { call } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { site } from '../../support/fixtureSite.ts';
import { type LogLine, readLogLines } from '../../support/logLines.ts';

function lines() {
  return readLogLines(inject('env')['SIGHTREAD_HOME'] ?? '');
}
function of(requestId: string): LogLine[] {
  return lines().filter((line) => line['requestId'] === requestId);
}

describe('log lines', () => {
  it('of a page are joined by the caller’s request id, and from there by the workflow’s', async () => {
    const requestId = randomUUID();
    await call('/v1/scrape', { body: { url: site('/joined') }, headers: { 'x-request-id': requestId } });
    await eventually('the page has been logged', () => of(requestId).some(({ activity }) => activity === 'readPage'));
    const request = of(requestId).find(({ msg }) => msg === 'request');
    const page = of(requestId).find(({ activity }) => activity === 'readPage');
    expect(request).toMatchObject({ part: 'gateway', path: '/v1/scrape', status: 200 });
    expect(page).toMatchObject({
      part: 'worker fetch',
      job: request?.['job'],
      workflowId: `scrape-${request?.['job']}`,
    });
    await eventually('the charge has been logged', () =>
      lines().some((line) => line['workflowId'] === page?.['workflowId'] && line['activity'] === 'settleCredits'),
    );
  });

  it('of a batch are too, and none carries a trace that is not there', async () => {
    const requestId = randomUUID();
    const { id } = await createBatch({ urls: [site('/joined-too')] }, { headers: { 'x-request-id': requestId } });
    await waitForJob(id);
    await eventually('it has been logged', () => of(requestId).some(({ activity }) => activity === 'readPages'));
    expect(of(requestId).find(({ activity }) => activity === 'readPages')).toMatchObject({
      job: id,
      workflowId: `batch-${id}-0`,
    });
    expect(lines().filter((line) => 'traceId' in line)).toEqual([]);
  });
});
