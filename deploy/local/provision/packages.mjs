/** Installs the packages of package-lock.json when they are missing or not the ones it names. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withLock } from '../process/lock.mjs';

const mentionEveryMs = 15_000;
const keptOutput = 64 * 1024;

/** @param {string} root the project's folder */
export async function ensurePackages(root) {
  if (installed(root)) return;
  const lockName = `sightread-install-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`;
  await withLock(
    join(tmpdir(), lockName),
    async () => {
      if (installed(root)) return; // by whoever held the lock
      await install(root);
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
function stampPath(root) {
  return join(root, 'node_modules', '.sightread-installed');
}
/** @param {string} root */
function lockfileHash(root) {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

/**
 * `npm ci`, and where it finds the lock file incomplete, `npm install`, which keeps to it as far as it goes: a lock file
 * written with a registry that lacks the optional packages of other systems does not name those.
 * @param {string} root
 */
async function install(root) {
  const progress = showProgress();
  try {
    let { problem, output } = await npm(root, ['ci']);
    if (problem && /\bin sync\b/.test(output)) ({ problem, output } = await npm(root, ['install', '--no-save']));
    if (problem) {
      const tail = output.trim().split('\n').slice(-12);
      throw complaint(
        `The packages could not be installed (${problem}):\n${tail.map((line) => `  ${line}`).join('\n')}`,
      );
    }
  } finally {
    progress.end();
  }
  console.log(`✓ Packages installed (${progress.seconds()})`);
}

/**
 * @param {string} root
 * @param {string[]} args
 * @returns {Promise<{ problem: string | undefined, output: string }>}
 */
function npm(root, args) {
  return new Promise((resolve) => {
    let output = '';
    const { npm_execpath: npmScript, ...env } = process.env;
    // Run by npm, we know which npm: the same one again, without looking for it on the PATH.
    const [command = 'npm', ...first] = npmScript?.endsWith('.js') ? [process.execPath, npmScript] : ['npm'];
    const child = spawn(command, [...first, ...args, '--include=dev', '--no-audit', '--no-fund'], {
      cwd: root,
      // Run by `npm run -s`, it would say nothing of what is wrong.
      env: { ...env, PUPPETEER_SKIP_DOWNLOAD: '1', npm_config_loglevel: 'warn' },
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
    function settle(problem) {
      process.off('SIGTERM', stop).off('SIGINT', stop);
      resolve({ problem, output });
    }
    child.once('error', (error) => settle(error.message));
    child.once('close', (code, signal) =>
      settle(code === 0 ? undefined : `npm ${args[0]}: ${signal ?? `exit code ${code}`}`),
    );
  });
}

function showProgress() {
  const since = Date.now();
  const live = process.stdout.isTTY === true;
  const seconds = () => `${Math.round((Date.now() - since) / 1_000)} s`;
  const mention = () =>
    process.stdout.write(
      live ? `\r\x1b[2K… Installing packages ${seconds()}` : `… Installing packages, ${seconds()}\n`,
    );
  if (!live) console.log('Installing packages (once, about a minute).');
  const timer = setInterval(mention, live ? 1_000 : mentionEveryMs);
  return {
    seconds,
    end: () => {
      clearInterval(timer);
      if (live) process.stdout.write('\r\x1b[2K');
    },
  };
}

/**
 * As complaint.ts would, which cannot be loaded before the packages are there.
 * @param {string} sentence
 */
function complaint(sentence) {
  return Object.assign(new Error(sentence), { name: 'UserError' });
}
