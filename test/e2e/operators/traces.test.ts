import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, Connection } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger, type ReplayResult, Runtime, Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { traceModules, workflowsPath } from '../../../workers/workflowCode.ts';
import { call } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { type IsolatedStack, startIsolatedStack } from '../../support/isolatedStack.ts';
import { readLogLines } from '../../support/logLines.ts';
import { articlePage } from '../../support/site/pages.ts';
import { type Span, startTraceCollector, type TraceCollector } from '../../support/traceCollector.ts';

const name = 'with-traces';
function newTrace() {
  return Array.from({ length: 32 }, () => Math.floor(Math.random() * 16).toString(16)).join('');
}

describe('with OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  let collector: TraceCollector;
  let stack: IsolatedStack;
  const asked: IncomingHttpHeaders[] = [];
  const site = createServer((request, response) => {
    asked.push(request.headers);
    response.writeHead(200, { 'content-type': 'text/html' }).end(articlePage('Traced'));
  });
  let address = '';
  beforeAll(async () => {
    collector = await startTraceCollector();
    await new Promise<void>((resolve) => {
      site.listen(0, '127.0.0.1', resolve);
    });
    address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    // OTEL_BSP_… is OpenTelemetry's own: spans are sent soon after they end.
    stack = await startIsolatedStack(name, {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
      OTEL_BSP_SCHEDULE_DELAY: '200',
    });
  });
  afterAll(async () => {
    await stack?.stop();
    await collector?.close();
    site.close();
  });

  /** The names from a span up to the first of its trace. */
  const way = (span: Span | undefined, all: Span[]): string[] =>
    span === undefined
      ? []
      : [
          span.name,
          ...way(
            all.find(({ spanId }) => spanId === span.parentSpanId),
            all,
          ),
        ];
  function wayTo(last: string, trace: string) {
    const all = collector.ofTrace(trace);
    return way(
      all.find((span) => span.name === last),
      all,
    );
  }

  it('a request, its workflow, its activities and what they fetch are one trace, the caller’s own', async () => {
    const trace = newTrace();
    const { status } = await call(`${stack.api}/v1/scrape`, {
      body: { url: `${address}/a?secret=1` },
      headers: { traceparent: `00-${trace}-00f067aa0ba902b7-01` },
    });
    expect(status).toBe(200);
    await eventually('the whole trace has come', () =>
      ['POST /v1/scrape', 'RunWorkflow:scrapePage', 'fetch GET'].every((step) =>
        collector.ofTrace(trace).some((span) => span.name === step),
      ),
    );
    expect(wayTo('fetch GET', trace)).toEqual([
      'fetch GET',
      'RunActivity:readPage',
      'StartActivity:readPage',
      'RunWorkflow:scrapePage',
      'StartWorkflow:scrapePage',
      'POST /v1/scrape',
    ]);
    const spans = collector.ofTrace(trace);
    expect(new Set(spans.map(({ service }) => service))).toEqual(new Set(['sightread-gateway', 'sightread-worker']));
    expect(spans.find((span) => span.name === 'POST /v1/scrape')).toMatchObject({
      parentSpanId: '00f067aa0ba902b7',
      attributes: { 'http.route': '/v1/scrape', 'http.response.status_code': 200 },
    });
    expect(spans.find((span) => span.name === 'fetch GET')?.attributes).toMatchObject({
      'server.address': '127.0.0.1',
      'url.path': '/a',
      'http.response.status_code': 200,
    });
    expect(JSON.stringify(spans)).not.toContain('secret=1');
  });

  it('a batch and its webhooks are one trace too', async () => {
    const trace = newTrace();
    const body = { urls: [`${address}/b`, `${address}/c`], webhook: { url: `${address}/hook` } };
    await call(`${stack.api}/v1/batch/scrape`, { body, headers: { traceparent: `00-${trace}-00f067aa0ba902b7-01` } });
    await eventually('the whole trace has come', () =>
      ['RunWorkflow:batchScrape', 'RunWorkflow:deliverWebhooks', 'fetch POST'].every((step) =>
        collector.ofTrace(trace).some((span) => span.name === step),
      ),
    );
    expect(wayTo('fetch GET', trace).slice(-2)).toEqual(['UpdateWithStartWorkflow:opened', 'POST /v1/batch/scrape']);
    expect(wayTo('fetch POST', trace).at(-1)).toBe('POST /v1/batch/scrape');
  });

  it('sites are told nothing of it', () => {
    expect(asked.length).toBeGreaterThan(3);
    for (const headers of asked) expect(Object.keys(headers)).not.toContain('traceparent');
  });

  it('log lines of the gateway and the workers carry the trace', async () => {
    const trace = newTrace();
    await call(`${stack.api}/v1/scrape`, {
      body: { url: `${address}/logged` },
      headers: { traceparent: `00-${trace}-00f067aa0ba902b7-01`, 'x-request-id': `logged-${trace}` },
    });
    const lines = () => readLogLines(stack.home).filter(({ traceId }) => traceId === trace);
    await eventually('all lines are there', () => lines().some(({ activity }) => activity === 'settleCredits'));
    expect(lines().find(({ msg }) => msg === 'request')).toMatchObject({ requestId: `logged-${trace}`, status: 200 });
    expect(lines().find(({ activity }) => activity === 'readPage')).toMatchObject({ requestId: `logged-${trace}` });
  });

  it('what has run with traces can go on without them, and the other way round', { timeout: 120_000 }, async () => {
    const connection = await Connection.connect({ address: inject('env')['TEMPORAL_ADDRESS'] ?? '' });
    const { workflow } = new Client({ connection, namespace: name });
    const histories = [];
    for await (const { workflowId, runId } of workflow.list())
      histories.push({ workflowId, history: await workflow.getHandle(workflowId, runId).fetchHistory() });
    await connection.close();
    expect(histories.length).toBeGreaterThanOrEqual(3);
    Runtime.install({ logger: new DefaultLogger('ERROR') });
    const sinks = { exporter: { export: { fn() {} } } };
    const problems: ReplayResult[] = [];
    for (const workflowInterceptorModules of [[], traceModules()]) {
      const workflowBundle = await bundleWorkflowCode({ workflowsPath, workflowInterceptorModules });
      for await (const result of Worker.runReplayHistories({ workflowBundle, sinks }, histories))
        if (result.error) problems.push(result);
    }
    expect(problems).toEqual([]);
  });
});
