import { cpus, release, totalmem, type } from 'node:os';

export interface Machine {
  processor: string;
  cores: number;
  memoryGb: number;
  kernel: string;
  node: string;
}

export function thisMachine(): Machine {
  const [first] = cpus();
  return {
    processor: first?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    kernel: `${type()} ${release().split('-')[0]}`,
    node: process.versions.node,
  };
}
