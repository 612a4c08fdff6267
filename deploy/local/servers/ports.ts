/** The ports of the stack: their defaults, the variables that change them, and whether they are free. */
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tryLock } from '../process/lock.mjs';
import { UserError } from '../userError.ts';

const portTable = {
  PORT: { default: 3000, usedFor: 'the extraction API and the dashboard' },
  IMAGE_PORT: { default: 3001, usedFor: 'the image API' },
  METRICS_PORT: { default: 9464, usedFor: 'the gateway’s metrics' },
  TEMPORAL_PORT: { default: 7233, usedFor: 'Temporal' },
  TEMPORAL_UI_PORT: { default: 8233, usedFor: 'the Temporal UI' },
  TEMPORAL_INNER_PORT: { default: 7240, usedFor: 'Temporal’s internal services' },
  POSTGRES_PORT: { default: 5433, usedFor: 'PostgreSQL' },
  MONGODB_PORT: { default: 27018, usedFor: 'MongoDB' },
  MINIO_PORT: { default: 9000, usedFor: 'MinIO' },
  MINIO_CONSOLE_PORT: { default: 9001, usedFor: 'the MinIO console' },
} as const;

export type PortName = keyof typeof portTable;
export type Ports = Record<PortName, number>;

export function readPorts(env: NodeJS.ProcessEnv): Ports {
  return portsFrom((name) => {
    const raw = env[name]?.trim();
    const port = raw ? Number(raw) : portTable[name].default;
    if (!Number.isInteger(port) || port < 1 || port > 65_535) {
      throw new UserError(`${name} must be a port number from 1 to 65535, and it is "${raw}".`);
    }
    return port;
  });
}

export interface PortClaim {
  readonly port: number;
  readonly usedFor: string;
  /** The environment variable that sets the port. */
  readonly variable: PortName;
}

export function portClaimOf(ports: Ports, variable: PortName): PortClaim {
  return {
    port: ports[variable],
    usedFor: portTable[variable].usedFor,
    variable,
  };
}

/** Throws a UserError about the first port that is used twice or not free. */
export async function checkPorts(claims: readonly PortClaim[]): Promise<void> {
  const seen = new Map<number, PortClaim>();
  for (const claim of claims) {
    const { port, usedFor, variable } = claim;
    const other = seen.get(port);
    if (other) {
      throw new UserError(
        `Both ${other.usedFor} and ${usedFor} are set to port ${port}: change ${other.variable} or ${variable}.`,
      );
    }
    seen.set(port, claim);
    const errorCode = await bindError(port);
    if (errorCode === 'EACCES') {
      throw new UserError(`Port ${port} for ${usedFor} needs root: set ${variable} to a port above 1023.`);
    }
    if (errorCode) {
      throw new UserError(
        `Port ${port} for ${usedFor} is in use by another program: stop that program, or set ${variable} to a free port.`,
      );
    }
  }
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
