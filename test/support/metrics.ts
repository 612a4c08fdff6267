/** The metrics of the stack's processes, as Prometheus would read them. */
import { inject } from 'vitest';

export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

export type Samples = readonly Sample[];

/** The gateway, then one worker for each of the processes that the stack starts. */
const processes = ['gateway', 'flow', 'fetch', 'browser', 'image'] as const;
export type StackProcess = (typeof processes)[number];

export function metricsAddress(of: StackProcess, env = inject('env')): string {
  return `http://127.0.0.1:${Number(env['METRICS_PORT']) + processes.indexOf(of)}`;
}

const line = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const label = /(\w+)="((?:[^"\\]|\\.)*)"/g;

export function parseMetrics(text: string): Sample[] {
  return text
    .split('\n')
    .filter((each) => each !== '' && !each.startsWith('#'))
    .map((each) => {
      const [, name = '', labels = '', value] = line.exec(each) ?? [];
      if (name === '') throw new Error(`not a line of metrics: ${each}`);
      return {
        name,
        labels: Object.fromEntries([...labels.matchAll(label)].map(([, key = '', said = '']) => [key, said])),
        value: Number(value),
      };
    });
}

export async function scrapeMetrics(address: string): Promise<Sample[]> {
  const response = await fetch(`${address}/metrics`);
  if (response.status !== 200) throw new Error(`${address}/metrics answered ${response.status}`);
  return parseMetrics(await response.text());
}

/** All processes of the stack, in one list. */
export async function scrapeAllMetrics(): Promise<Sample[]> {
  return (await Promise.all(processes.map((each) => scrapeMetrics(metricsAddress(each))))).flat();
}

/** The sum of all samples of a metric that have these labels. */
export function sumOf(samples: Samples, name: string, labels: Record<string, string> = {}): number {
  return samples
    .filter((each) => each.name === name && Object.entries(labels).every(([key, value]) => each.labels[key] === value))
    .reduce((total, { value }) => total + value, 0);
}
