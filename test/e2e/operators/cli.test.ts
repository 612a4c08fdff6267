import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli, sightread } from '../../support/cli.ts';
import { call, images } from '../../support/client.ts';
import { changedKeyMs, eventually } from '../../support/eventually.ts';
import { site } from '../../support/fixtureSite.ts';
import { stackEnv } from '../../support/stackEnv.ts';

async function json(...args: string[]) {
  return JSON.parse(await sightread(...args, '--json'));
}

describe('the operators’ command line', () => {
  it('creates accounts and keys that work, and lists, restricts and deletes them', async () => {
    const email = `${randomUUID()}@example.com`;
    const account = await sightread('account', 'create', '--email', email, '--plan', 'free');
    expect(account).toMatch(/^acc_[0-9a-f]{32}$/);
    expect(await sightread('account', 'list')).toContain(`${account}\t${email}\tfree`);
    expect(await sightread('account', 'plan', email, 'pro')).toBe('pro');
    expect(await json('usage', '--account', email.toUpperCase())).toMatchObject({ account });

    const secret = await sightread('key', 'create', '--account', account, '--kind', 'secret', '--name', 'Server');
    expect(secret).toMatch(/^sr_[A-Za-z0-9]{40}$/);
    expect((await call('/v1/credits', { key: secret })).body).toMatchObject({ allowance: 100_000 });
    expect((await call('/v1/scrape', { key: secret, body: { url: site('/a') } })).status).toBe(200);

    const origins = ['--origin', 'Example.com', '--origin', '*.example.com'];
    const publishable = await sightread('key', 'create', '--account', account, '--kind', 'publishable', ...origins);
    expect(publishable).toMatch(/^pk_[A-Za-z0-9]{40}$/);
    const imageStatus = async (origin?: string) =>
      (await fetch(`${images()}/lighthouse.com?token=${publishable}&size=16`, { headers: origin ? { origin } : {} }))
        .status;
    expect(await imageStatus('https://example.com')).toBe(200);
    expect(await imageStatus('https://other.example')).toBe(401);
    expect(await sightread('key', 'origins', publishable, 'other.example')).toBe('other.example');
    await eventually(
      'the new origin is allowed',
      async () => (await imageStatus('https://other.example')) === 200,
      changedKeyMs,
    );

    const keys = await json('key', 'list', '--account', account);
    expect(keys).toMatchObject([
      { kind: 'secret', name: 'Server', prefix: secret.slice(0, 8) },
      { kind: 'publishable', key: publishable, origins: ['other.example'] },
    ]);
    expect(JSON.stringify(keys)).not.toContain(secret);

    const usageNow = async () => JSON.parse(await sightread('usage', '--account', account));
    // An image is counted a moment after its answer.
    await eventually('both images are counted', async () => (await usageNow()).imageRequests >= 2);
    const usage = await usageNow();
    const day = new Date().toISOString().slice(0, 10);
    expect(usage).toMatchObject({
      imageRequests: usage.byDay[day],
      byKey: { [publishable]: usage.byDay[day] },
      credits: { used: 1, byOperation: { scrape: 1 } },
    });
    expect(JSON.parse(await sightread('usage', '--account', account, '--month', '2020-01'))).toMatchObject({
      imageRequests: 0,
      byKey: {},
      byDay: {},
    });

    await sightread('key', 'delete', secret);
    await sightread('key', 'delete', publishable);
    await eventually('both keys are refused', async () => {
      return (await imageStatus()) === 401 && (await call('/v1/credits', { key: secret })).status === 401;
    });
  });

  it('refreshes the icons of known sites only', async () => {
    // A search that takes long goes on behind the answer.
    await eventually('the icon is known and refreshed', async () => {
      await fetch(`${images()}/lighthouse.com?token=${stackEnv('BOOTSTRAP_PUBLISHABLE_KEY')}`);
      return Number(await sightread('icons', 'refresh', 'https://www.lighthouse.com/')) > 0;
    });
    expect(await sightread('icons', 'refresh', 'never-asked-for.com')).toBe('0');
  });

  it.each([
    [['account', 'create', '--email', 'x@example.com', '--plan', 'gold'], /There is no plan "gold"/],
    [['account', 'create', '--plan', 'free'], /--email is needed/],
    [['key', 'create', '--account', 'acc_nobody', '--kind', 'secret'], /There is no account acc_nobody/],
    [['key', 'create', '--account', 'acc_owner', '--kind', 'golden'], /secret or publishable/],
    [['key', 'create', '--account', 'acc_owner', '--kind', 'publishable', '--origin', 'https://x.com'], /scheme/],
    [['key', 'delete', 'sr_0000000000000000nobodysknown'], /no such key/],
    [['usage', '--account', 'acc_owner', '--month', 'May'], /2026-11/],
    [['key', 'lst'], /There is no command "key lst"; did you mean "key list"\?/],
    [['acount', 'list'], /did you mean "account list"\?/],
    [['usage', '--acount', 'acc_owner'], /did you mean --account/],
    [['usage', '--account', 'nobody@example.com'], /There is no account nobody@example.com/],
    [['account', 'list', '--loud'], /--loud/],
  ])('answers %j with one sentence and exit code 1', async (args, words) => {
    const { code, out, err } = await runCli(...args);
    expect({ code, out, lines: err.split('\n').length }).toEqual({ code: 1, out: '', lines: 1 });
    expect(err).toMatch(words);
  });

  it('says in a line what each command does', async () => {
    const lines = (await sightread('--help')).split('\n');
    const commands = lines.filter((line) => /^ {2}\S/.test(line));
    expect(commands.length).toBeGreaterThan(10);
    for (const command of commands) expect(lines[lines.indexOf(command) + 1]).toMatch(/^ {6}[A-Z].+\.$/);
  });

  it('finds the stack through a file that only its owner can read', () => {
    const path = join(stackEnv('SIGHTREAD_HOME'), 'env.json');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});
