import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fixture, launch, createFixture, runScript } from './launch.ts';

let ground: Fixture;
beforeAll(async () => {
  ground = await createFixture();
});
afterAll(() => ground.clear());

test('a port that is taken is told in one sentence, before anything is started', { timeout: 60_000 }, async () => {
  const { TEMPORAL_UI_PORT: port } = ground.ports;
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  try {
    const stack = launch(runScript, ['stack'], ground.env);
    expect(await stack.ended).toBe(1);
    expect(stack.output()).toBe(
      `Port ${port} is taken by another program, and the Temporal UI wants it: stop that program, or set TEMPORAL_UI_PORT to a free port.\n`,
    );
    expect(readdirSync(join(ground.home, 'logs'))).toEqual([]);
  } finally {
    other.close();
  }
});

test('two of our own on one port are told apart', { timeout: 60_000 }, async () => {
  const { MINIO_PORT } = ground.ports;
  const stack = launch(runScript, ['stack'], { ...ground.env, MINIO_CONSOLE_PORT: String(MINIO_PORT) });
  expect(await stack.ended).toBe(1);
  expect(stack.output()).toBe(
    `Both MinIO and the MinIO console want port ${MINIO_PORT}: change MINIO_PORT or MINIO_CONSOLE_PORT.\n`,
  );
});
