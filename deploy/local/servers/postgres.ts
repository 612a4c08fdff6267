/** PostgreSQL for Temporal's production server, on loopback and with a password. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { dirname, join } from 'node:path';
import type { Home } from '../home.ts';
import type { CommandLine, ProcessSpec } from '../process/spec.ts';
import { runCommand } from '../provision/command.ts';
import { UserError } from '../userError.ts';

export const postgresUser = 'temporal';
const initTimeoutMs = 120_000;
const pingTimeoutMs = 5_000;

export function postgresSpec(
  home: Home,
  { port, binary }: { port: number; binary: string },
): Pick<ProcessSpec, 'name' | 'title' | 'args' | 'probe' | 'stopSignal'> & { prepare(): Promise<void> } {
  return {
    name: 'postgres',
    title: 'PostgreSQL',
    args: [
      ...['-D', home.postgres, '-p', String(port), '-h', '127.0.0.1'],
      // No sockets in folders that other users share.
      ...['-c', 'unix_socket_directories='],
    ],
    // SIGTERM would wait until all clients have disconnected.
    stopSignal: 'SIGINT',
    prepare: () => ensureCluster(home, binary),
    probe: () => pingPostgres(port),
  };
}

/** Creates the cluster in a temporary folder and renames it, so that an interrupted initdb leaves nothing behind. */
async function ensureCluster(home: Home, binary: string): Promise<void> {
  if (existsSync(join(home.postgres, 'PG_VERSION'))) return;
  const temporary = `${home.postgres}.new`;
  rmSync(temporary, { recursive: true, force: true });
  postgresPassword(home); // creates the password file for initdb
  const { command, args } = asUnprivilegedUser({
    command: join(dirname(binary), 'initdb'),
    args: [
      ...['-D', temporary, '-U', postgresUser, '--pwfile', passwordFile(home), '--auth', 'scram-sha-256'],
      ...['--encoding', 'UTF8', '--no-locale'],
    ],
  });
  await runCommand(command, args, { timeoutMs: initTimeoutMs });
  renameSync(temporary, home.postgres);
}

function passwordFile(home: Home) {
  return `${home.postgres}.password`;
}

/** Created once, in a file that only its owner can read. */
export function postgresPassword(home: Home): string {
  const path = passwordFile(home);
  if (!existsSync(path)) writeFileSync(path, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(path, 'utf8');
}

/**
 * PostgreSQL refuses to run as root. In a user namespace, a process of root sees itself as an unprivileged user and
 * still owns the data folder, so that the files do not have to change owner.
 */
export function asUnprivilegedUser({ command, args }: CommandLine): CommandLine {
  if (process.getuid?.() !== 0) return { command, args };
  const namespaceArgs = ['--user', '--map-user=1000', '--map-group=1000'];
  if (spawnSync('unshare', [...namespaceArgs, 'true']).status !== 0) {
    throw new UserError(
      'PostgreSQL refuses to run as root, and this system does not allow user namespaces: start as another user.',
    );
  }
  return { command: 'unshare', args: [...namespaceArgs, command, ...args] };
}

/** Sends an SSLRequest, which PostgreSQL answers with one byte as soon as it accepts connections. */
function pingPostgres(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host: '127.0.0.1', port });
    function finish(error?: Error) {
      socket.destroy();
      if (error) reject(error);
      else resolve();
    }
    const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
    socket.setTimeout(pingTimeoutMs, () => finish(new Error('it does not answer')));
    socket.once('connect', () => socket.write(sslRequest));
    socket.once('data', () => finish());
    socket.once('error', finish);
    socket.once('close', () => finish(new Error('it closed the connection')));
  });
}
