/** A second gateway of the same stack, because production runs several. */
import { inject } from 'vitest';
import { freePort, startGateway } from './processes.ts';

export interface SecondGateway {
  address: string;
  imageAddress: string;
  stop(): Promise<void>;
}

export async function startSecondGateway(): Promise<SecondGateway> {
  const [PORT, IMAGE_PORT] = await Promise.all([freePort(), freePort()]);
  const { stop } = await startGateway({ ...process.env, ...inject('env'), PORT, IMAGE_PORT });
  return { address: `http://127.0.0.1:${PORT}`, imageAddress: `http://127.0.0.1:${IMAGE_PORT}`, stop };
}
