import { spawnSync } from 'node:child_process';

/**
 * Runs a script in a network namespace of its own, where every address, public or private, is this machine: what a
 * request tries to reach is then seen, and nothing leaves. Needs Linux, `unshare` and `ip`.
 */
const setUp = 'ip link set lo up && ip route add local 0.0.0.0/0 dev lo && ip -6 route add local ::/0 dev lo';

function inside(command: string, args: string[], timeoutMs: number) {
  return spawnSync(
    'unshare',
    ['--map-root-user', '--net', 'sh', '-c', `${setUp} && exec "$0" "$@"`, command, ...args],
    {
      encoding: 'utf8',
      timeout: timeoutMs,
      maxBuffer: 64 << 20,
    },
  );
}

export const namespaces = process.platform === 'linux' && inside('true', [], 10_000).status === 0;

/** What the script printed, as JSON. */
export function runInside<Result>(script: URL, args: string[], timeoutMs: number): Result {
  const { status, stdout, stderr } = inside(process.execPath, ['--import', 'tsx', script.pathname, ...args], timeoutMs);
  if (status !== 0) throw new Error(`${script.pathname} ended with ${status}: ${stderr}`);
  return JSON.parse(stdout);
}
