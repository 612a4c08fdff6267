/** The metrics of the stack's processes, scraped the way Prometheus does. */
import { inject } from 'vitest';

export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

export type Samples = readonly Sample[];

/** In the order of their metrics ports: the gateway, then the worker processes as the stack starts them. */
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
      if (name === '') throw new Error(`not a metrics line: ${each}`);
      return {
        name,
        labels: Object.fromEntries([...labels.matchAll(label)].map(([, key = '', value = '']) => [key, value])),
        value: Number(value),
      };
    });
}

export async function scrapeMetrics(address: string): Promise<Sample[]> {
  const response = await fetch(`${address}/metrics`);
  if (response.status !== 200) throw new Error(`${address}/metrics answered ${response.status}`);
  return parseMetrics(await response.text());
}

/** The samples of all processes of the stack, in one list. */
export async function scrapeAllMetrics(): Promise<Sample[]> {
  return (await Promise.all(processes.map((each) => scrapeMetrics(metricsAddress(each))))).flat();
}

/** The sum of a metric's samples that have at least these labels. */
export function sumOf(samples: Samples, name: string, labels: Record<string, string> = {}): number {
  return samples
    .filter((each) => each.name === name && Object.entries(labels).every(([key, value]) => each.labels[key] === value))
    .reduce((total, { value }) => total + value, 0);
}
