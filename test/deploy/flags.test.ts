import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundledProcesses } from '../../deploy/build/processes.mjs';
import { projectRoot, read } from './manifests.ts';

const workers = 'deploy/k8s/workers';
const files = [
  'deploy/compose.yaml',
  'deploy/docker/Dockerfile',
  ...readdirSync(join(projectRoot, workers))
    .map((name) => `${workers}/${name}`)
    .filter((path) => read(path).includes('dist/workers/main.js')),
];

describe('Node’s flags', () => {
  it.each(files)('are in %s those of `npm start`', (path) => {
    const commands = [...read(path).matchAll(/\[[^\]]*dist\/(worker|gateway)s?\/main\.js[^\]]*\]/g)];
    expect(commands.length).toBeGreaterThan(0);
    for (const [command, name] of commands) {
      const { flags } = bundledProcesses[name === 'worker' ? 'worker' : 'gateway'];
      expect(command.match(/--[a-z-]+=\d+/g)).toEqual(flags);
    }
  });

  it('are checked for every worker', () => {
    expect(files.length).toBeGreaterThanOrEqual(7);
  });
});
