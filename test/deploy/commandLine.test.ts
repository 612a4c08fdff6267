import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tryLock } from '../../deploy/local/process/lock.mjs';
import { createFixture, type Fixture, launch, runScript } from './launch.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.clear());

async function sightread(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const command = launch(runScript, ['sightread', ...args], { ...fixture.env, ...env });
  return { code: await command.ended, output: command.output() };
}

/** What the stack on the folder left behind when it was killed: others may listen on its ports now. */
function leaveRecord() {
  const addresses = {
    MONGODB_URI: 'mongodb://127.0.0.1:1/killed',
    TEMPORAL_ADDRESS: '127.0.0.1:1',
    MINIO_ENDPOINT: 'http://127.0.0.1:1',
  };
  mkdirSync(join(fixture.home, 'run'), { recursive: true });
  writeFileSync(join(fixture.home, 'env.json'), JSON.stringify(addresses));
  writeFileSync(
    join(fixture.home, 'run/supervisor.lock'),
    JSON.stringify({ pid: process.pid, identity: 'a dead one' }),
  );
}

describe('the operators’ command line of a checkout', () => {
  const refusal = 'MONGODB_URI, TEMPORAL_ADDRESS, MINIO_ENDPOINT.\n';

  it('refuses to work without a stack on its folder, in one sentence', async () => {
    expect(await sightread(['account', 'list'])).toEqual({
      code: 1,
      output: `Sightread does not run on ${fixture.home} (SIGHTREAD_HOME): start it there (npm start), or name another deployment by setting ${refusal}`,
    });
  });

  it('refuses to follow the record of a stack that was killed', async () => {
    leaveRecord();
    const { code, output } = await sightread(['account', 'list']);
    expect({ code, ending: output.slice(-refusal.length) }).toEqual({ code: 1, ending: refusal });
  });

  it('refuses a mixture of its own stack and another deployment', async () => {
    leaveRecord();
    const lock = tryLock(join(fixture.home, 'run/supervisor.lock'));
    if (!('release' in lock)) throw new Error('the lock is held');
    try {
      const mixed = await sightread(['account', 'list'], { MONGODB_URI: 'mongodb://127.0.0.1:2/other' });
      expect(mixed).toEqual({
        code: 1,
        output: `MONGODB_URI is not of the stack that runs on ${fixture.home}: unset it to work on that stack, or set TEMPORAL_ADDRESS, MINIO_ENDPOINT too to work on another.\n`,
      });
    } finally {
      lock.release();
    }
  });

  it('lists its commands without a stack', async () => {
    const { code, output } = await sightread(['--help']);
    expect(code).toBe(0);
    expect(output).toContain('account create');
  });
});
