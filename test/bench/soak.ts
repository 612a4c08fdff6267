import { setTimeout as sleep } from 'node:timers/promises';
import { separateWorkers } from '../../deploy/local/services/workers.ts';
import { egressMap } from '../support/egressMap.ts';
import type { WholeStack } from '../support/wholeStack.ts';
import { forkScript } from './childProcess.ts';
import { median } from './median.ts';
import { type ProcessSample, sampleProcess } from './processSample.ts';
import type { Growth, Point, Row } from './row.ts';
import { runMixedLoad } from './soakLoad.ts';
import { withStack } from './stack.ts';

const minutes = Number(process.env['SOAK_MINUTES'] ?? 60);
const sampleIntervalMs = 5_000;
const maxGrowth = 1.1;
const chartPoints = 8;

/** An hour of everything that callers do, in which the resources of our processes must not grow. */
export async function soak(): Promise<Row[]> {
  const { message: site, stop } = await forkScript('fixtureSite');
  const settings = { EGRESS_MAP: egressMap(['site.example', 'lighthouse.com'], site) };
  try {
    return await withStack(settings, measure, { workers: separateWorkers, chromium: true });
  } finally {
    stop();
  }
}

async function measure(stack: WholeStack): Promise<Row[]> {
  const deadline = Date.now() + minutes * 60_000;
  const load = runMixedLoad(stack, deadline);
  const processes = [
    { name: 'gateway', pid: stack.gatewayPid, samples: [] as ProcessSample[] },
    ...separateWorkers.map((queues, at) => ({
      name: queues.join(),
      pid: stack.workerPids[at],
      samples: [] as ProcessSample[],
    })),
  ];
  while (Date.now() < deadline) {
    for (const { pid, samples } of processes) samples.push(await sampleProcess(pid ?? 0));
    await sleep(sampleIntervalMs);
  }
  const { good, bad, reasons } = await load;
  return [
    {
      what: `${minutes} minutes of mixed load: calls that worked, and did not`,
      measured: [`${good}, ${bad}`, ...reasons].join('; '),
      target: 'none bad',
      reached: bad === 0 && good > 0,
    },
    ...processes.flatMap(({ name, samples }) => growthRows(name, samples)),
  ];
}

const titles = { memoryMb: 'memory, MB', handles: 'open files and sockets', processes: 'processes' } as const;

/** Compares the last third of the samples with the one before it, when all caches are full. */
function growthRows(name: string, samples: readonly ProcessSample[]): Row[] {
  const third = Math.floor(samples.length / 3);
  const middle = samples.slice(third, 2 * third);
  const last = samples.slice(2 * third);
  return (['memoryMb', 'handles', 'processes'] as const).map((resource) => {
    // Chromium's renderers come and go with the pages, so only the smallest number of processes shows a leak; but not
    // the very smallest, which is that of a moment between two Chromiums.
    const summarize = resource === 'processes' ? lowestTenth : median;
    const figureOf = (part: readonly ProcessSample[]) => summarize(part.map((sample) => sample[resource]));
    return {
      what: `${name}: ${titles[resource]}`,
      measured: `${figureOf(middle)} → ${figureOf(last)}`,
      target: `≤ × ${maxGrowth}`,
      reached: figureOf(last) / figureOf(middle) <= maxGrowth,
      ...(resource === 'memoryMb' ? { growth: memoryGrowth(name, samples) } : {}),
    };
  });
}

function memoryGrowth(name: string, samples: readonly ProcessSample[]): Growth {
  const perPoint = Math.max(1, Math.ceil(samples.length / chartPoints));
  const points: Point[] = [];
  for (let from = 0; from < samples.length; from += perPoint) {
    const part = samples.slice(from, from + perPoint);
    const x = Math.round(((from + part.length) / samples.length) * minutes);
    points.push({ x, y: median(part.map(({ memoryMb }) => memoryMb)) });
  }
  return { title: `Memory of the process of ${name}`, by: 'minutes', unit: 'MB', points };
}

function lowestTenth(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 10)] ?? Number.NaN;
}
