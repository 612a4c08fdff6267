import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fixture, launch, createFixture, runScript } from './launch.ts';

let ground: Fixture;
beforeAll(async () => {
  ground = await createFixture();
});
afterAll(() => ground.clear());

test.each([
  ['MongoDB', 'MONGODB_URI', (port: number) => `mongodb://me:secret@127.0.0.1:${port}/x`],
  ['Temporal', 'TEMPORAL_ADDRESS', (port: number) => `127.0.0.1:${port}`],
  ['MinIO', 'MINIO_ENDPOINT', (port: number) => `http://127.0.0.1:${port}`],
])(
  '%s configured where nothing answers: one sentence, nothing started',
  { timeout: 60_000 },
  async (title, variable, at) => {
    const address = at(ground.ports.PORT);
    const stack = launch(runScript, ['stack'], { ...ground.env, [variable]: address });
    expect(await stack.ended).toBe(1);
    const [sentence, ...rest] = stack.output().trimEnd().split('\n');
    expect(rest).toEqual([]);
    expect(sentence).toContain(`${title} does not answer at ${address.replace('secret', '…')} (`);
    expect(sentence).toContain(`unset ${variable} to have one started here.`);
    expect(sentence).not.toContain('secret');
    expect(ground.processes()).toEqual([]);
  },
);
