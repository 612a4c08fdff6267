/** Who listens where, which variable changes it, and whether the place is free. */
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tryLock } from '../process/lock.mjs';
import { UserError } from '../userError.ts';

const portTable = {
  PORT: { default: 3000, usedFor: 'the extraction API and the dashboard' },
  IMAGE_PORT: { default: 3001, wantedBy: 'the image API' },
  METRICS_PORT: { default: 9464, wantedBy: 'the gateway’s metrics' },
  TEMPORAL_PORT: { default: 7233, wantedBy: 'Temporal' },
  TEMPORAL_UI_PORT: { default: 8233, wantedBy: 'the Temporal UI' },
  TEMPORAL_INNER_PORT: { default: 7240, wantedBy: 'Temporal’s services among themselves' },
  POSTGRES_PORT: { default: 5433, wantedBy: 'PostgreSQL' },
  MONGODB_PORT: { default: 27018, wantedBy: 'MongoDB' },
  MINIO_PORT: { default: 9000, wantedBy: 'MinIO' },
  MINIO_CONSOLE_PORT: { default: 9001, wantedBy: 'the MinIO console' },
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
  readonly wantedBy: string;
  /** Changes the port. */
  readonly variable: PortName;
}

export function portClaimOf(ports: Ports, variable: PortName): PortClaim {
  return {
    port: ports[variable],
    wantedBy: portTable[variable].usedFor,
    variable,
  };
}

/** One sentence about the first port that two of ours want or that another program has. */
export async function checkPorts(claims: readonly PortClaim[]): Promise<void> {
  const seen = new Map<number, PortClaim>();
  for (const claim of claims) {
    const { port, wantedBy, variable } = claim;
    const other = seen.get(port);
    if (other) {
      throw new UserError(
        `Both ${other.wantedBy} and ${wantedBy} want port ${port}: change ${other.variable} or ${variable}.`,
      );
    }
    seen.set(port, claim);
    const refusal = await whyNotFree(port);
    if (refusal === 'EACCES') {
      throw new UserError(
        `Port ${port} for ${wantedBy} needs more rights than ours: set ${variable} to one above 1023.`,
      );
    }
    if (refusal) {
      throw new UserError(
        `Port ${port} is taken by another program, and ${wantedBy} wants it: stop that program, or set ${variable} to a free port.`,
      );
    }
  }
}

/** Room for every named port and those that follow one: here Temporal's, and one for the metrics of each worker process. */
const blockSize = 40;
/** Below the range from which the system gives ports to outgoing connections, so that nobody takes one by chance. */
const [lowest, highest] = [12_000, 32_000];

/** A block of free ports that no other stack takes until it is released. */
export async function reserveFreePorts(): Promise<{ ports: Ports; release(): void }> {
  for (;;) {
    const base = lowest + blockSize * Math.floor((Math.random() * (highest - lowest)) / blockSize);
    const lock = tryLock(join(tmpdir(), 'sightread-ports', String(base)));
    if (!('release' in lock)) continue;
    const block = Array.from({ length: blockSize }, (_, place) => base + place);
    const refusals = await Promise.all(block.map(whyNotFree));
    if (refusals.every((refusal) => refusal === undefined)) {
      return { ports: portsFrom((name) => base + placeInBlock[name]), release: lock.release };
    }
    lock.release();
  }
}

const placeInBlock: Ports = {
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

/** Listens on every address for a moment: that fails when anyone has the port on any of them. */
function whyNotFree(port: number): Promise<string | undefined> {
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
