import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFixture, type Fixture, launch, runScript } from './launch.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.clear());

describe('npm run stack with an external server', () => {
  it.each([
    ['MongoDB', 'MONGODB_URI', (port: number) => `mongodb://me:secret@127.0.0.1:${port}/x`],
    ['Temporal', 'TEMPORAL_ADDRESS', (port: number) => `127.0.0.1:${port}`],
    ['MinIO', 'MINIO_ENDPOINT', (port: number) => `http://127.0.0.1:${port}`],
  ])(
    'prints one sentence and starts nothing when %s does not answer at its address',
    async (title, variable, addressAt) => {
      const address = addressAt(fixture.ports.PORT);
      const stack = launch(runScript, ['stack'], {
        ...fixture.env,
        MINIO_ACCESS_KEY: 'key',
        MINIO_SECRET_KEY: 'secret',
        [variable]: address,
      });
      expect(await stack.ended).toBe(1);
      const [sentence, ...rest] = stack.output().trimEnd().split('\n');
      expect(rest).toEqual([]);
      expect(sentence).toContain(`${title} does not answer at ${address.replace('secret', '…')} (`);
      expect(sentence).toContain(`unset ${variable} to have one started here.`);
      expect(sentence).not.toContain('secret');
      expect(fixture.processes()).toEqual([]);
    },
  );
});
