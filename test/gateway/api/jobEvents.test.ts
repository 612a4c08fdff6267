import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { jobEvents } from '../../../gateway/api/jobs/events.ts';
import { createJobWatch } from '../../../gateway/api/jobs/jobWatch.ts';
import { newJob } from '../../support/storage.ts';

const pollIntervalMs = 1;

describe('the event streams of a job', () => {
  it('share one poll, which ends with the last of them', async () => {
    let job = newJob('account', { total: 2 });
    let reads = 0;
    const watch = createJobWatch(
      {
        async find() {
          reads += 1;
          if (reads > 3) job = { ...job, completed: 1 };
          if (reads > 6) job = { ...job, completed: 2, status: 'completed' };
          return job;
        },
      },
      pollIntervalMs,
    );
    const streams = Array.from({ length: 100 }, () => text(jobEvents(watch, job._id, {})));
    const [first = '', ...others] = await Promise.all(streams);
    expect(first.match(/^event: .*$/gm)).toEqual([
      'event: progress',
      'event: progress',
      'event: progress',
      'event: completed',
    ]);
    for (const other of others) expect(other).toBe(first);
    expect(reads).toBe(7);
  });

  it('end when their time is over, and go on where they ended', async () => {
    const job = newJob('account');
    const watch = createJobWatch({ find: async () => job }, pollIntervalMs);
    const first = await text(jobEvents(watch, job._id, { maxMs: 100 }));
    const [, after = ''] = /^id: (.+)$/m.exec(first) ?? [];
    expect(first.match(/^event: /gm)).toHaveLength(1);
    expect(await text(jobEvents(watch, job._id, { maxMs: 100, after }))).toBe('');
  });

  it('end when the job is gone', async () => {
    const job = newJob('account');
    let reads = 0;
    const watch = createJobWatch({ find: async () => (reads++ < 2 ? job : null) }, pollIntervalMs);
    expect((await text(jobEvents(watch, job._id, {}))).match(/^event: /gm)).toHaveLength(1);
  });

  it('outlive an outage of the database', async () => {
    const job = newJob('account');
    let reads = 0;
    const watch = createJobWatch(
      {
        async find() {
          reads += 1;
          if (reads < 3) throw new Error('unreachable');
          return { ...job, status: 'completed' as const };
        },
      },
      pollIntervalMs,
    );
    expect(await text(jobEvents(watch, job._id, {}))).toContain('event: completed');
  });
});
