import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFixture, type Fixture, launch, runScript } from './launch.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.clear());

async function outputOf(env: NodeJS.ProcessEnv): Promise<string> {
  const start = launch(runScript, ['start'], { ...fixture.env, ...env });
  expect(await start.ended).toBe(1);
  return start.output();
}

describe('npm start with wrong settings', () => {
  it('prints all problems at once, and touches nothing', async () => {
    const output = await outputOf({
      HOST: 'everywhere',
      MINIO_PORT: 'tcp://10.0.0.1:9000',
      MINIO_ENDPOINT: 'http://127.0.0.1:9',
      BOOTSTRAP_PLAN: 'gold',
      FETCH_SLOTS: '-1',
    });
    const [head, ...problems] = output.trimEnd().split('\n');
    expect(head).toBe('The settings need attention:');
    expect(problems.map((problem) => problem.trim().split(' ')[0]).sort()).toEqual([
      'BOOTSTRAP_PLAN',
      'FETCH_SLOTS',
      'HOST',
      'MINIO_ENDPOINT',
      'MINIO_PORT',
    ]);
    expect(readdirSync(fixture.home)).toEqual([]);
  });

  it('refuses an address that this machine does not have', async () => {
    // From a range that is reserved for documentation.
    expect(await outputOf({ HOST: '192.0.2.1' })).toBe(
      'The settings need attention:\n  HOST must be an address of this machine (it is "192.0.2.1")\n',
    );
    expect(readdirSync(fixture.home)).toEqual([]);
  });
});
