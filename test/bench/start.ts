import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { processTree } from '../../activities/egress/processTree.ts';
import { createFixture, type Fixture, launch, runScript } from '../deploy/launch.ts';
import { processMemoryMb } from './memory.ts';
import { atMost, type Row } from './row.ts';
import { secondsOf } from './timing.ts';

/** By then garbage of the start has been collected. */
const settleMs = 20_000;

/** `npm start` once more on a folder that has data, and what our own processes take when nobody asks for anything. */
export async function start(): Promise<Row[]> {
  const fixture = await createFixture();
  try {
    await startOnce(fixture);
    const { seconds, memoryMb } = await startOnce(fixture);
    return [
      atMost('second npm start, to ready', seconds, 6, { digits: 1, unit: ' s' }),
      atMost('idle memory of gateway, workers and supervisor', memoryMb, 500, { digits: 0, unit: ' MB' }),
    ];
  } finally {
    fixture.clear();
  }
}

async function startOnce({ env }: Fixture) {
  const started = launch(runScript, ['start'], env);
  try {
    const seconds = await secondsOf(() => started.printed('Sightread is up'));
    await sleep(settleMs);
    const own = (await processTree(started.pid)).filter(isNode);
    return { seconds, memoryMb: own.map(processMemoryMb).reduce((sum, size) => sum + size, 0) };
  } finally {
    started.kill('SIGTERM');
    await started.ended;
  }
}

/** The servers are other programs. */
function isNode(pid: number): boolean {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith(process.execPath);
}
