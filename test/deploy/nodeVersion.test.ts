import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nodeVersionProblem } from '../../deploy/local/provision/nodeVersion.mjs';

test('an old Node is told in one sentence which one is needed', () => {
  expect(nodeVersionProblem('18.20.4')).toMatch(/^Sightread needs Node 20\.19 or newer, and this is Node 18\.20\.4: .+\.$/);
  expect(nodeVersionProblem('20.18.3')).toBeDefined();
});

test('a Node that is new enough is not mentioned', () => {
  for (const version of ['20.19.0', '20.20.2', '22.0.0', '24.1.0']) expect(nodeVersionProblem(version)).toBeUndefined();
});

test('package.json asks for the same Node', () => {
  const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const least = engines.node.replace('>=', '');
  expect(nodeVersionProblem(`${least}.0`)).toBeUndefined();
  expect(nodeVersionProblem('20.18.0')).toContain(`Node ${least} or newer`);
});
