import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nodeVersionProblem } from '../../deploy/local/provision/nodeVersion.mjs';

describe('nodeVersionProblem', () => {
  it('names the required Node version when the running one is too old', () => {
    expect(nodeVersionProblem('18.20.4')).toMatch(
      /^Sightread needs Node 20\.19 or newer, and this is Node 18\.20\.4: .+\.$/,
    );
    expect(nodeVersionProblem('20.18.3')).toBeDefined();
  });

  it('finds no problem with a Node that is new enough', () => {
    for (const version of ['20.19.0', '20.20.2', '22.0.0', '24.1.0']) {
      expect(nodeVersionProblem(version)).toBeUndefined();
    }
  });

  it('requires the same version as engines in package.json', () => {
    const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    const minVersion = engines.node.replace('>=', '');
    expect(nodeVersionProblem(`${minVersion}.0`)).toBeUndefined();
    expect(nodeVersionProblem('20.18.0')).toContain(`Node ${minVersion} or newer`);
  });
});
