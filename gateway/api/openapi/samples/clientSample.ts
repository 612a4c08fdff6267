import { exampleId } from './call.ts';
import { literal } from './literals.ts';

type Body = Readonly<Record<string, unknown>>;

/** What comes after `client.` for an operation that the client has a method for. */
const calls: Readonly<Record<string, (body: Body) => string>> = {
  scrape: (body) => `const page = await client.scrape(${withOptions(body, 'url')});\nconsole.log(page.markdown);`,
  map: (body) => `const { links } = await client.map(${withOptions(body, 'url')});\nconsole.log(links);`,
  extract: (body) => `const { data } = await client.extract(${withOptions(body, 'url')});\nconsole.log(data);`,
  branding: (body) => `const { data } = await client.branding(${withOptions(body, 'url')});\nconsole.log(data.colors);`,
  createBatch: (body) => pagesOf(`client.batch(${withOptions(body, 'urls')})`),
  createCrawl: (body) => pagesOf(`client.crawl(${withOptions(body, 'url')})`),
  listBatches: () => 'console.log(await client.jobs());',
  listCrawls: () => 'console.log(await client.jobs());',
  ...jobCalls('batch', 'Batch'),
  ...jobCalls('crawl', 'Crawl'),
  credits: () => 'console.log(await client.credits());',
  createMonitor: (body) => `const { id } = await client.monitors.create(${literal(body)});\nconsole.log(id);`,
  listMonitors: () => 'console.log(await client.monitors.list());',
  monitor: () => ofMonitor('get'),
  changeMonitor: (body) => `console.log(await client.monitors.update('${exampleId}', ${literal(body)}));`,
  deleteMonitor: () => `await client.monitors.delete('${exampleId}');`,
  pauseMonitor: () => ofMonitor('pause'),
  resumeMonitor: () => ofMonitor('resume'),
  runMonitor: () => ofMonitor('run'),
  monitorRuns: () => ofMonitor('runs'),
  monitorRun: () => `console.log(await client.monitors.runs('${exampleId}', { run: '${exampleId}' }));`,
};

const preamble = `import { Sightread } from '@sightread/client';

const client = new Sightread({ key: process.env.SIGHTREAD_KEY ?? '', url: process.env.SIGHTREAD_URL ?? '' });

`;

/** Undefined if the client has no method for it. */
export function clientSample(operationId: string, body: Body): string | undefined {
  const call = calls[operationId];
  return call && preamble + call(body);
}

/** What both kinds of jobs can do. */
function jobCalls(id: string, name: string): Record<string, () => string> {
  const job = `client.job('${exampleId}')`;
  const shown = (method: string) => () => `console.log(await ${job}.${method}());`;
  return {
    [`${id}Status`]: shown('status'),
    [`cancel${name}`]: shown('cancel'),
    [`${id}Errors`]: shown('errors'),
    [`retry${name}`]: shown('retry'),
    [`${id}Results`]: () => `await ${job}.save('pages.ndjson');`,
    [`${id}Events`]: () =>
      `await ${job}.wait({\n  onProgress: ({ completed, failed, total }) => console.log(completed + failed, 'of', total),\n});`,
  };
}

function ofMonitor(method: string): string {
  return `console.log(await client.monitors.${method}('${exampleId}'));`;
}

function pagesOf(job: string): string {
  return `const job = await ${job};\nfor await (const page of job) console.log(page.url, page.error ?? page.markdown);`;
}

/** The first argument is what is read, the second how. */
function withOptions(body: Body, first: string): string {
  const { [first]: value, ...options } = body;
  return Object.keys(options).length === 0 ? literal(value) : `${literal(value)}, ${literal(options)}`;
}
