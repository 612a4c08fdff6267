import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../support/client.ts';
import { isolatedEnv } from '../../support/isolatedStack.ts';
import { startGateway } from '../../support/processes.ts';

let env: Record<string, string | undefined>;
let home: string;
let api: string;
beforeAll(async () => {
  const isolated = await isolatedEnv('first-keys');
  ({ home, api } = isolated);
  const { BOOTSTRAP_SECRET_KEY, BOOTSTRAP_PUBLISHABLE_KEY, BOOTSTRAP_OWNER_PASSWORD, ...rest } = isolated.env;
  env = { ...process.env, ...rest, FIRST_KEYS_FILE: join(home, 'first-keys.json') };
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Starts the gateway and returns the credentials that it hands to its supervisor. */
async function firstStart() {
  const gateway = await startGateway(env);
  const { firstStart } = gateway.readyMessage as { firstStart?: { secretKey: string } };
  return { gateway, firstStart };
}

describe('the keys of the first start', () => {
  it('are handed over again and work, until their file is removed', async () => {
    const first = await firstStart();
    // The supervisor dies before it has shown anything.
    process.kill(first.gateway.pid, 'SIGKILL');
    await first.gateway.stop();
    expect(statSync(join(home, 'first-keys.json')).mode & 0o777).toBe(0o600);

    const second = await firstStart();
    expect(second.firstStart).toEqual(first.firstStart);
    expect((await call(`${api}/v1/credits`, { key: second.firstStart?.secretKey ?? '' })).status).toBe(200);
    await second.gateway.stop();

    rmSync(join(home, 'first-keys.json'));
    const third = await firstStart();
    expect(third.firstStart).toBeUndefined();
    await third.gateway.stop();
  });
});
