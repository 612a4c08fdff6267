import { describe, expect, it } from 'vitest';
import { readConfiguration } from '../../runtime/configuration.ts';

describe('readConfiguration', () => {
  it('has the settings and the plans', () => {
    const { settings, plans } = readConfiguration({});
    expect(settings).toMatchObject({ HOST: '127.0.0.1', PORT: 3000 });
    expect(plans).toHaveProperty(settings.BOOTSTRAP_PLAN);
  });

  it.each([
    ['BOOTSTRAP_SECRET_KEY', 'sr_short', 'must be sr_ and 16 to 200 letters or digits'],
    ['BOOTSTRAP_SECRET_KEY', `sr_${'a'.repeat(201)}`, 'must be sr_ and 16 to 200 letters or digits'],
    ['BOOTSTRAP_SECRET_KEY', `pk_${'a'.repeat(40)}`, 'must be sr_ and 16 to 200 letters or digits'],
    ['BOOTSTRAP_PUBLISHABLE_KEY', 'pk_with-a-dash-in-the-middle', 'must be pk_ and 16 to 200 letters or digits'],
    ['BOOTSTRAP_OWNER_EMAIL', 'nobody', 'must be an email address, such as owner@example.com (it is "nobody")'],
    ['BOOTSTRAP_OWNER_PASSWORD', 'too short', 'is not acceptable: A password has at least 10 characters.'],
    ['BOOTSTRAP_PLAN', 'gold', 'must be one of the plans in deploy/plans.json: free, '],
    ['SIGNUP_PLAN', 'constructor', 'must be one of the plans in deploy/plans.json: free, '],
    ['PLANS_FILE', 'no/such/file.json', 'cannot be used: ENOENT'],
    ['PLANS_FILE', 'package.json', 'cannot be used: package.json is not a valid list of plans'],
    ['HOST', 'my-machine', 'must be an IP address, such as 127.0.0.1 or 0.0.0.0 (it is "my-machine")'],
    ['HOST', '127.0.0.1:3000', 'must be an IP address'],
  ])('refuses %s=%s', (name, value, words) => {
    expect(() => readConfiguration({ [name]: value })).toThrow(`${name} ${words}`);
  });

  it('reports the problems of settings and plans at once, and no secret', () => {
    const secret = 'sr_not!a!key';
    const read = () => readConfiguration({ PORT: 'none', BOOTSTRAP_PLAN: 'gold', BOOTSTRAP_SECRET_KEY: secret });
    for (const name of ['PORT', 'BOOTSTRAP_PLAN', 'BOOTSTRAP_SECRET_KEY']) expect(read).toThrow(`  ${name} must be`);
    expect(read).not.toThrow(secret);
  });
});
