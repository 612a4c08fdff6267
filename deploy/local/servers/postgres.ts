/** PostgreSQL for Temporal's production server, reached by password on loopback alone. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { dirname, join } from 'node:path';
import type { Home } from '../home.ts';
import type { ProcessSpec } from '../process/supervisor.ts';
import { runCommand } from '../provision/command.ts';
import { UserError } from '../userError.ts';

export const postgresUser = 'temporal';
const initWithinMs = 120_000;
const answerWithinMs = 5_000;

interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

export function postgresSpec(
  home: Home,
  { port, binary }: { port: number; binary: string },
): Pick<ProcessSpec, 'name' | 'title' | 'args' | 'probe' | 'stopSignal'> & { prepare(): Promise<void> } {
  return {
    name: 'postgres',
    title: 'PostgreSQL',
    args: [
      ...['-D', home.postgres, '-p', String(port), '-h', '127.0.0.1'],
      // No sockets in folders that others share.
      ...['-c', 'unix_socket_directories='],
    ],
    // SIGTERM would wait for clients to leave.
    stopSignal: 'SIGINT',
    prepare: () => makeCluster(home, binary),
    probe: () => pingPostgres(port),
  };
}

/** A new cluster appears whole or not at all. */
async function makeCluster(home: Home, binary: string): Promise<void> {
  if (existsSync(join(home.postgres, 'PG_VERSION'))) return;
  const made = `${home.postgres}.new`;
  rmSync(made, { recursive: true, force: true });
  postgresPassword(home);
  const { command, args } = asUnprivilegedUser({
    command: join(dirname(binary), 'initdb'),
    args: [
      ...['-D', made, '-U', postgresUser, '--pwfile', passwordFile(home), '--auth', 'scram-sha-256'],
      ...['--encoding', 'UTF8', '--no-locale'],
    ],
  });
  await runCommand(command, args, { timeoutMs: initWithinMs });
  renameSync(made, home.postgres);
}

function passwordFile(home: Home) {
  return `${home.postgres}.password`;
}

/** Made once, for its owner's eyes. */
export function postgresPassword(home: Home): string {
  const path = passwordFile(home);
  if (!existsSync(path)) writeFileSync(path, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(path, 'utf8');
}

/**
 * PostgreSQL refuses to run as root. Inside a user namespace of its own, root's processes are somebody ordinary to
 * themselves, and still own the data folder; nothing has to be given away for that.
 */
export function asUnprivilegedUser({ command, args }: Command): Command {
  if (process.getuid?.() !== 0) return { command, args };
  const ordinary = ['--user', '--map-user=1000', '--map-group=1000'];
  if (spawnSync('unshare', [...ordinary, 'true']).status !== 0) {
    throw new UserError(
      'PostgreSQL refuses to run as root, and this system has no user namespaces to run it in: start as another user.',
    );
  }
  return { command: 'unshare', args: [...ordinary, command, ...args] };
}

/** Asks whether it takes sessions: it answers a request for encryption with one letter, once it serves at all. */
function pingPostgres(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host: '127.0.0.1', port });
    function end(error?: Error) {
      socket.destroy();
      if (error) reject(error);
      else resolve();
    }
    const askForEncryption = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
    socket.setTimeout(answerWithinMs, () => end(new Error('it does not answer')));
    socket.once('connect', () => socket.write(askForEncryption));
    socket.once('data', () => end());
    socket.once('error', end);
    socket.once('close', () => end(new Error('it hung up')));
  });
}
