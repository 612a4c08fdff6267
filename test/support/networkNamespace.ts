import { spawnSync } from 'node:child_process';

/**
 * Makes every address, public or private, an address of this machine, so that tests see where a request connects to and
 * nothing leaves the machine.
 */
const routeAllToLoopback =
  'ip link set lo up && ip route add local 0.0.0.0/0 dev lo && ip -6 route add local ::/0 dev lo';

/** The command line that runs a command in a new network namespace. */
export function inNamespace(command: string, args: readonly string[]): [command: string, args: string[]] {
  const script = `${routeAllToLoopback} && exec "$0" "$@"`;
  return ['unshare', ['--map-root-user', '--net', 'sh', '-c', script, command, ...args]];
}

function spawnInNamespace(command: string, args: readonly string[], timeoutMs: number) {
  return spawnSync(...inNamespace(command, args), { encoding: 'utf8', timeout: timeoutMs, maxBuffer: 64 << 20 });
}

/** Needs Linux, `unshare` and `ip`. */
export const hasNamespaces = process.platform === 'linux' && spawnInNamespace('true', [], 10_000).status === 0;

/** Runs a script in a new network namespace and returns the JSON that it prints. */
export function runInNamespace<Result>(script: URL, args: string[], timeoutMs: number): Result {
  const { status, stdout, stderr } = spawnInNamespace(
    process.execPath,
    ['--import', 'tsx', script.pathname, ...args],
    timeoutMs,
  );
  if (status !== 0) throw new Error(`${script.pathname} ended with ${status}: ${stderr}`);
  return JSON.parse(stdout);
}
