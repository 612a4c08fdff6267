/** Installs the packages of package-lock.json when they are missing or not the ones it names. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withLock } from './lock.mjs';

const mentionEveryMs = 15_000;
const keptOutput = 16 * 1024;

/** @param {string} root the project's folder */
export async function ensurePackages(root) {
  if (installed(root)) return;
  const lockName = `sightread-install-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`;
  await withLock(
    join(tmpdir(), lockName),
    async () => {
      if (installed(root)) return; // by whoever held the lock
      await npmCi(root);
      writeFileSync(stampPath(root), lockfileHash(root));
    },
    { onWait: () => console.log('Another start is installing the packages; waiting for it.') },
  );
}

/**
 * By our own stamp, or, where npm was run by hand, by npm's record being newer than the lock file. npm writes its record
 * last, so an interrupted install has none.
 * @param {string} root
 */
function installed(root) {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  if (existsSync(stampPath(root)) && readFileSync(stampPath(root), 'utf8') === lockfileHash(root)) return true;
  return statSync(record).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs;
}

/** @param {string} root */
const stampPath = (root) => join(root, 'node_modules', '.sightread-installed');
/** @param {string} root */
const lockfileHash = (root) =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');

/**
 * @param {string} root
 * @returns {Promise<void>}
 */
function npmCi(root) {
  const since = Date.now();
  const seconds = () => `${Math.round((Date.now() - since) / 1_000)} s`;
  const live = process.stdout.isTTY === true;
  const mention = () =>
    process.stdout.write(
      live ? `\r\x1b[2K… Installing packages ${seconds()}` : `… Installing packages, ${seconds()}\n`,
    );
  if (!live) console.log('Installing packages (once, about a minute).');
  const timer = setInterval(mention, live ? 1_000 : mentionEveryMs);

  return new Promise((resolve, reject) => {
    let output = '';
    const { npm_execpath: npmScript, ...env } = process.env;
    // Run by npm, we know which npm: the same one again, without looking for it on the PATH.
    const [command, ...first] = npmScript?.endsWith('.js') ? [process.execPath, npmScript] : ['npm'];
    const child = spawn(command ?? 'npm', [...first, 'ci', '--include=dev', '--no-audit', '--no-fund'], {
      cwd: root,
      env: { ...env, PUPPETEER_SKIP_DOWNLOAD: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (chunk) => {
        output = (output + chunk).slice(-keptOutput);
      });
    }
    const stop = () => child.kill('SIGTERM');
    process.once('SIGTERM', stop).once('SIGINT', stop);
    /** @param {string} [problem] */
    const settle = (problem) => {
      clearInterval(timer);
      process.off('SIGTERM', stop).off('SIGINT', stop);
      if (live) process.stdout.write('\r\x1b[2K');
      if (problem === undefined) {
        console.log(`✓ Packages installed (${seconds()})`);
        resolve();
      } else reject(complaint(problem));
    };
    child.once('error', (error) => settle(`The packages cannot be installed: ${error.message}.`));
    child.once('close', (code, signal) => {
      const tail = output
        .trim()
        .split('\n')
        .slice(-12)
        .map((line) => `  ${line}`)
        .join('\n');
      settle(code === 0 ? undefined : `npm ci failed (${signal ?? `exit code ${code}`}):\n${tail}`);
    });
  });
}

/** As complaint.ts would, which cannot be loaded before the packages are there. @param {string} sentence */
function complaint(sentence) {
  return Object.assign(new Error(sentence), { name: 'Complaint' });
}
