/** A second gateway beside the stack's own, as there are many in production. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { inject } from 'vitest';

export async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return String(address.port);
}

export interface Gateway {
  address: string;
  imageAddress: string;
  stop(): Promise<void>;
}

export async function startGateway(): Promise<Gateway> {
  const [PORT = '', IMAGE_PORT = '', METRICS_PORT = ''] = await Promise.all([freePort(), freePort(), freePort()]);
  const child = spawn(process.execPath, ['--import', 'tsx', 'gateway/main.ts'], {
    env: { ...process.env, ...inject('env'), PORT, IMAGE_PORT, METRICS_PORT },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  await Promise.race([
    once(child, 'message'),
    ended.then(([code]) => {
      throw new Error(`the second gateway ended (${code})`);
    }),
  ]);
  return {
    address: `http://127.0.0.1:${PORT}`,
    imageAddress: `http://127.0.0.1:${IMAGE_PORT}`,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
