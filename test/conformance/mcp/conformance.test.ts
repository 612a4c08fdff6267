import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api, secretKey } from '../../support/client.ts';
import { runAllScenarios, runScenario } from '../../support/mcp/conformance.ts';
import { type LocalServer, startFixtureServer, startKeyProxy } from '../../support/mcp/servers.ts';

/** Those that call no tool, resource or prompt of the suite's own, and ask for no capability that /mcp does not have. */
const forEveryServer = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'server-sse-multiple-streams',
  'dns-rebinding-protection',
];

let proxy: LocalServer;
let fixtures: LocalServer;
beforeAll(async () => {
  proxy = await startKeyProxy(`${api()}/mcp`, secretKey());
  fixtures = await startFixtureServer();
});
afterAll(async () => {
  await proxy.close();
  await fixtures.close();
});

describe('the official conformance suite of MCP', () => {
  it.each(forEveryServer)('accepts /mcp in %s', async (scenario) => {
    const { code, output } = await runScenario(proxy.url, scenario);
    expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' });
  });

  it('accepts our transport with its own tools, resources and prompts behind it', async () => {
    const scenarios = await runAllScenarios(fixtures.url);
    expect(scenarios.size).toBeGreaterThan(30);
    // Names and origins are checked by the route of /mcp, which stands before the transport: see above.
    expect([...scenarios].filter(([, passed]) => !passed).map(([name]) => name)).toEqual(['dns-rebinding-protection']);
  });
});
