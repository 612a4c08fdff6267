/**
 * `npm run release -- 0.2.0`: sets the version of the service and of the client, and gives the unreleased changes their
 * heading. Committing and tagging stay with whoever releases; .github/workflows/release.yml publishes a tag.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { releasedChangelog } from './changelog.ts';
import { versionProblem } from './version.ts';

/** In each, the version stands once for each package of ours. */
const manifests = ['package.json', 'client/package.json'];

function release(version: string): void {
  const { version: current }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));
  const problem = versionProblem(version, current);
  if (problem) throw new Error(problem);
  const changed = execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' });
  if (changed !== '') throw new Error(`Commit these files first:\n${changed.trimEnd()}`);
  // Before anything is written, because it may refuse.
  const changelog = releasedChangelog(readFileSync('CHANGELOG.md', 'utf8'), version, today());
  for (const path of manifests) writeJson(path, (manifest) => Object.assign(manifest, { version }));
  writeJson('package-lock.json', (lock) => {
    lock['version'] = version;
    const { packages }: { packages?: Record<string, { version?: string }> } = lock;
    for (const folder of ['', 'client']) if (packages?.[folder]) packages[folder].version = version;
    return lock;
  });
  writeFileSync('CHANGELOG.md', changelog);
}

function writeJson(path: string, change: (value: Record<string, unknown>) => object): void {
  writeFileSync(path, `${JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8'))), null, 2)}\n`);
}

function today(): string {
  return new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
}

const [version = ''] = process.argv.slice(2);
try {
  release(version);
  console.log(`The version is ${version}. To publish it:
  git commit -am "release: ${version}" && git tag v${version} && git push --follow-tags`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
