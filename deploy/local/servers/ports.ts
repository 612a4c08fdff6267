/** The ports of the stack: their defaults, the variables that change them, and whether they are free. */
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Setting } from '../../../runtime/settingParsers.ts';
import { parseTable, settingsTable } from '../../../runtime/settings.ts';
import { tryLock } from '../process/lock.mjs';
import { programListeningOn } from '../process/portHolder.ts';
import { UserError } from '../userError.ts';
import { serverPortSettings } from './portSettings.ts';

const maxPortNumber = 65_535;

const usedFor = {
  PORT: 'the extraction API and the dashboard',
  IMAGE_PORT: 'the image API',
  METRICS_PORT: 'the gateway’s metrics',
  TEMPORAL_PORT: 'Temporal',
  TEMPORAL_UI_PORT: 'the Temporal UI',
  TEMPORAL_INNER_PORT: 'Temporal’s internal services',
  POSTGRES_PORT: 'PostgreSQL',
  MONGODB_PORT: 'MongoDB',
  MINIO_PORT: 'MinIO',
  MINIO_CONSOLE_PORT: 'the MinIO console',
} as const;

export type PortName = keyof typeof usedFor;
export type Ports = Record<PortName, number>;

const { PORT, IMAGE_PORT, METRICS_PORT } = settingsTable;
const portSettings: Readonly<Record<PortName, Setting<number>>> = {
  PORT,
  IMAGE_PORT,
  METRICS_PORT,
  ...serverPortSettings,
};

export function readPorts(env: NodeJS.ProcessEnv): Ports {
  const { values, problems } = parseTable(portSettings, env);
  if (problems.length > 0) throw new UserError(problems.join('\n'));
  return portsFrom((name) => Number(values[name]));
}

export interface PortClaim {
  readonly port: number;
  readonly usedFor: string;
  /** The environment variable that sets the port. */
  readonly variable: PortName;
}

export function portClaimOf(ports: Ports, variable: PortName): PortClaim {
  return { port: ports[variable], usedFor: usedFor[variable], variable };
}

/** Throws one UserError about all ports that are used twice or not free. */
export async function checkPorts(claims: readonly PortClaim[]): Promise<void> {
  const problems = await Promise.all(claims.map((claim, index) => problemOf(claim, claims.slice(0, index))));
  const found = problems.filter((problem) => problem !== undefined);
  if (found.length > 0) throw new UserError(found.join('\n'));
}

async function problemOf(claim: PortClaim, earlier: readonly PortClaim[]): Promise<string | undefined> {
  const { port, usedFor, variable } = claim;
  const other = earlier.find((each) => each.port === port);
  if (other)
    return `Both ${other.usedFor} and ${usedFor} are set to port ${port}: ${remedy(variable, other.variable)}.`;
  if (port > maxPortNumber) return `There is no port ${port} for ${usedFor}: set ${variable} to a smaller number.`;
  const errorCode = await bindError(port);
  if (errorCode === undefined) return undefined;
  if (errorCode === 'EACCES') return `Port ${port} for ${usedFor} needs root: set ${variable} to a port above 1023.`;
  const holder = programListeningOn(port) ?? 'another program';
  return `Port ${port} for ${usedFor} is in use by ${holder}: stop that program, or set ${variable} to a free port.`;
}

function remedy(variable: PortName, other: PortName): string {
  return `change ${other === variable ? variable : `${other} or ${variable}`}`;
}

/** Enough for every named port and the consecutive ones: Temporal's internal ports and the workers' metrics ports. */
const blockSize = 40;
/** Below the range from which the system assigns ports to outgoing connections. */
const [minPort, maxPort] = [12_000, 32_000];

/** Reserves a block of free ports, which no other stack takes until it is released. */
export async function reserveFreePorts(): Promise<{ ports: Ports; release(): void }> {
  for (;;) {
    const base = minPort + blockSize * Math.floor((Math.random() * (maxPort - minPort)) / blockSize);
    const lock = tryLock(join(tmpdir(), 'sightread-ports', String(base)));
    if (!('release' in lock)) continue;
    const block = Array.from({ length: blockSize }, (_, offset) => base + offset);
    const errorCodes = await Promise.all(block.map(bindError));
    if (errorCodes.every((code) => code === undefined)) {
      return { ports: portsFrom((name) => base + offsetInBlock[name]), release: lock.release };
    }
    lock.release();
  }
}

const offsetInBlock: Ports = {
  PORT: 0,
  IMAGE_PORT: 1,
  TEMPORAL_PORT: 2,
  TEMPORAL_UI_PORT: 3,
  MONGODB_PORT: 4,
  MINIO_PORT: 5,
  MINIO_CONSOLE_PORT: 6,
  POSTGRES_PORT: 7,
  TEMPORAL_INNER_PORT: 8,
  METRICS_PORT: 20,
};

/** The error code when the port is not free. Binds to every address, which fails if any of them is in use. */
function bindError(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'));
    server.listen({ port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

function portsFrom(portOf: (name: PortName) => number): Ports {
  return {
    PORT: portOf('PORT'),
    IMAGE_PORT: portOf('IMAGE_PORT'),
    METRICS_PORT: portOf('METRICS_PORT'),
    TEMPORAL_PORT: portOf('TEMPORAL_PORT'),
    TEMPORAL_UI_PORT: portOf('TEMPORAL_UI_PORT'),
    TEMPORAL_INNER_PORT: portOf('TEMPORAL_INNER_PORT'),
    POSTGRES_PORT: portOf('POSTGRES_PORT'),
    MONGODB_PORT: portOf('MONGODB_PORT'),
    MINIO_PORT: portOf('MINIO_PORT'),
    MINIO_CONSOLE_PORT: portOf('MINIO_CONSOLE_PORT'),
  };
}
