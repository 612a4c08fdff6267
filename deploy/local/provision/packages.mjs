/** Installs the packages of package-lock.json when they are missing or out of date. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withLock } from '../process/lock.mjs';

const reminderIntervalMs = 15_000;
const maxOutputLength = 64 * 1024;

/** @param {string} root the project's folder */
export async function ensurePackages(root) {
  if (isInstalled(root)) return;
  const lockName = `sightread-install-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`;
  await withLock(
    join(tmpdir(), lockName),
    async () => {
      if (isInstalled(root)) return; // by the process that held the lock
      await install(root);
      writeFileSync(stampPath(root), lockfileHash(root));
    },
    { onWait: () => console.log('Another start is installing the packages; waiting for it.') },
  );
}

/**
 * The packages are current when our stamp has the lock file's hash or, after a manual `npm install`, when npm's own
 * record is newer than the lock file. npm writes its record last, so an interrupted install has none.
 * @param {string} root
 */
function isInstalled(root) {
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
 * Falls back from `npm ci` to `npm install` when the lock file is incomplete: one written with a registry that lacks
 * the optional packages of other systems does not list them. `npm install` still follows the rest of the lock file.
 * @param {string} root
 */
async function install(root) {
  const progress = showProgress();
  try {
    let { problem, output } = await npm(root, ['ci']);
    if (problem && /\bin sync\b/.test(output)) ({ problem, output } = await npm(root, ['install', '--no-save']));
    if (problem) {
      const tail = output.trim().split('\n').slice(-12);
      throw userError(
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
    // Under `npm run` this is the path of the npm in use; otherwise npm is looked up on the PATH.
    const [command = 'npm', ...first] = npmScript?.endsWith('.js') ? [process.execPath, npmScript] : ['npm'];
    const child = spawn(command, [...first, ...args, '--include=dev', '--no-audit', '--no-fund'], {
      cwd: root,
      // `npm run -s` sets the log level to silent, which would hide the reason for a failure.
      env: { ...env, PUPPETEER_SKIP_DOWNLOAD: '1', npm_config_loglevel: 'warn' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (chunk) => {
        output = (output + chunk).slice(-maxOutputLength);
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
  const isLive = process.stdout.isTTY === true;
  const seconds = () => `${Math.round((Date.now() - since) / 1_000)} s`;
  const printProgress = () =>
    process.stdout.write(
      isLive ? `\r\x1b[2K… Installing packages ${seconds()}` : `… Installing packages, ${seconds()}\n`,
    );
  if (!isLive) console.log('Installing packages (once, about a minute).');
  const timer = setInterval(printProgress, isLive ? 1_000 : reminderIntervalMs);
  return {
    seconds,
    end: () => {
      clearInterval(timer);
      if (isLive) process.stdout.write('\r\x1b[2K');
    },
  };
}

/**
 * A stand-in for the class in userError.ts, which is TypeScript and cannot be loaded before the packages are installed.
 * run.mjs recognizes both by their name.
 * @param {string} message
 */
function userError(message) {
  return Object.assign(new Error(message), { name: 'UserError' });
}
