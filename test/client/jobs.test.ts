import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Sightread } from '../../client/index.ts';
import { answerJson, type SeenRequest, startLoopbackServer } from './loopbackServer.ts';

const progress = { success: true, id: 'job', total: 4, failed: 0, creditsUsed: 0, expiresAt: '2030-01-01' };

function page(at: number) {
  return { url: `https://example.com/${at}`, metadata: { sourceURL: '' } };
}

/** Pages of a job that settle two at a time, each time they are asked for. */
function answerPages(response: ServerResponse, { path }: SeenRequest) {
  const seen = Number(/cursor=(\d*)/.exec(path)?.[1] || 0);
  const data = [page(seen), page(seen + 1)].slice(0, 4 - seen);
  const completed = seen + data.length;
  answerJson(response, {
    ...progress,
    status: completed === 4 && data.length === 0 ? 'completed' : 'scraping',
    completed,
    data,
    cursor: String(completed),
  });
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightread-client-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a job', () => {
  it('is polled where there are no events', async () => {
    let polls = 0;
    const { url } = await startLoopbackServer((response, { path }) => {
      if (path.endsWith('/events')) return answerJson(response, { error: 'Too many streams.' }, 400);
      polls += 1;
      answerJson(response, { ...progress, status: polls > 1 ? 'completed' : 'scraping', completed: polls, data: [] });
    });
    const states: number[] = [];
    const job = new Sightread({ key: 'sr_test', url }).job('job');
    const ended = await job.wait({ onProgress: ({ completed }) => states.push(completed) });
    expect(ended.status).toBe('completed');
    expect(states).toEqual([1, 2]);
  });

  it('goes on with its events after the last one when the connection breaks', async () => {
    const { url, seen } = await startLoopbackServer((response, { headers }) => {
      const isSecond = headers['last-event-id'] === '7';
      const state = { ...progress, completed: isSecond ? 4 : 1, status: isSecond ? 'completed' : 'scraping' };
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`: hello\n\nevent: progress\ndata: ${JSON.stringify(state)}\nid: ${isSecond ? 8 : 7}\n\n`, () =>
        response.destroy(),
      );
    });
    expect((await new Sightread({ key: 'sr_test', url }).job('job').wait()).completed).toBe(4);
    expect(seen.at(-1)?.headers['last-event-id']).toBe('7');
  });

  it('is saved line by line, and the file goes on where an interrupted one ended', async () => {
    const { url, seen } = await startLoopbackServer((response, asked) =>
      asked.path.endsWith('/events') ? void response.writeHead(404).end() : answerPages(response, asked),
    );
    const job = new Sightread({ key: 'sr_test', url, maxRetries: 0 }).job('job');
    const path = join(folder, 'out.ndjson');
    const first = `${JSON.stringify(page(0))}\n${JSON.stringify(page(1))}\n`;
    // As a process leaves it that was killed after it has written half of a line.
    writeFileSync(path, `${first}{"url": "https://exa`);
    writeFileSync(`${path}.progress`, JSON.stringify({ job: 'job', cursor: '2', bytes: Buffer.byteLength(first) }));
    await job.save(path);
    const urls = readFileSync(path, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).url);
    expect(urls).toEqual([0, 1, 2, 3].map((at) => page(at).url));
    expect(existsSync(`${path}.progress`)).toBe(false);
    expect(seen.some(({ path: asked }) => asked.includes('cursor=2'))).toBe(true);
    expect(seen.some(({ path: asked }) => asked.endsWith('cursor='))).toBe(false);
  });

  it('is saved from the beginning if the file belongs to another job', async () => {
    const { url } = await startLoopbackServer(answerPages);
    const path = join(folder, 'out.ndjson');
    writeFileSync(path, 'something else\n');
    writeFileSync(`${path}.progress`, JSON.stringify({ job: 'other', cursor: '2', bytes: 3 }));
    await new Sightread({ key: 'sr_test', url }).job('job').save(path);
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(5);
  });
});
