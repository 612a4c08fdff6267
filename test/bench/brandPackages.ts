/** Downloads npm packages that contain complete sites. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Expected } from '../activities/branding/support/scoreProfile.ts';
import { corpusSites, type PackagedSite, tunedSites } from './brandSites.ts';
import { brandTokensFile } from './corpus.ts';

const cacheFolder = join(tmpdir(), 'sightread-brand-packages');

export interface BenchSite {
  name: string;
  folder: string;
  page: string;
  expected: Expected;
}

/** The sites that the rules were tuned on, including those of the shared corpus where it exists. */
export function downloadTunedSites(): BenchSite[] {
  if (existsSync(brandTokensFile)) return downloadSites({ ...tunedSites, ...withCorpusExpectations() });
  console.log('There is no shared corpus: five packages are left out.');
  return downloadSites(tunedSites);
}

/** Leaves out packages that cannot be downloaded. */
export function downloadSites(sites: Record<string, PackagedSite>): BenchSite[] {
  return Object.entries(sites).flatMap(([name, { spec, folder, page, expected }]) => {
    const root = downloadPackage(spec);
    return root === undefined ? [] : [{ name, folder: join(root, folder), page, expected }];
  });
}

function withCorpusExpectations(): Record<string, PackagedSite> {
  const tokens: Record<string, Record<string, string>> = JSON.parse(readFileSync(brandTokensFile, 'utf8'));
  return Object.fromEntries(
    Object.entries(corpusSites).map(([name, site]) => {
      const { primary, background, text, fontBody, fontHeading, buttonRadius, logo } = tokens[name] ?? {};
      const radius = buttonRadius?.endsWith('rem') ? `${Number.parseFloat(buttonRadius) * 16}px` : buttonRadius;
      const known = withoutUndefined({ primary, background, text, fontBody, fontHeading, logo, radius });
      return [name, { ...site, expected: { ...known, framework: 'bootstrap' } }];
    }),
  );
}

function withoutUndefined(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

/** Returns the folder of the unpacked package, or undefined when it cannot be downloaded. */
function downloadPackage(spec: string): string | undefined {
  const folder = join(cacheFolder, spec.replaceAll('/', '_'));
  if (existsSync(folder)) return folder;
  const scratch = `${folder}.${process.pid}`;
  mkdirSync(scratch, { recursive: true });
  try {
    const archive =
      execFileSync('npm', ['pack', spec, '--silent', '--pack-destination', scratch], { encoding: 'utf8' })
        .trim()
        .split('\n')
        .at(-1) ?? '';
    execFileSync('tar', ['xzf', join(scratch, archive), '-C', scratch]);
    renameSync(join(scratch, 'package'), folder);
    return folder;
  } catch (error) {
    console.log(`${spec} could not be downloaded: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
    return undefined;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
