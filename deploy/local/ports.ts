/** Who listens where, which variable changes it, and whether the place is free. */
import { createServer } from 'node:net';
import { Complaint } from './complaint.ts';

export const portTable = {
  PORT: { default: 3000, wantedBy: 'the extraction API and the dashboard' },
  IMAGE_PORT: { default: 3001, wantedBy: 'the image API' },
  METRICS_PORT: { default: 9464, wantedBy: 'the gateway’s metrics' },
  TEMPORAL_PORT: { default: 7233, wantedBy: 'Temporal' },
  TEMPORAL_UI_PORT: { default: 8233, wantedBy: 'the Temporal UI' },
  MONGODB_PORT: { default: 27018, wantedBy: 'MongoDB' },
  MINIO_PORT: { default: 9000, wantedBy: 'MinIO' },
  MINIO_CONSOLE_PORT: { default: 9001, wantedBy: 'the MinIO console' },
} as const;

export type PortName = keyof typeof portTable;
export type Ports = Record<PortName, number>;

export const portNames = Object.keys(portTable) as readonly PortName[];

export function readPorts(env: NodeJS.ProcessEnv): Ports {
  return portsFrom((name) => {
    const raw = env[name]?.trim();
    const port = raw ? Number(raw) : portTable[name].default;
    if (!Number.isInteger(port) || port < 1 || port > 65_535) {
      throw new Complaint(`${name} must be a port number from 1 to 65535, and it is "${raw}".`);
    }
    return port;
  });
}

/** One sentence about the first port that two of ours want or that another program has. */
export async function checkPorts(ports: Ports, names: readonly PortName[]): Promise<void> {
  const claimed = new Map<number, PortName>();
  for (const name of names) {
    const port = ports[name];
    const other = claimed.get(port);
    if (other) throw new Complaint(`${other} and ${name} are both ${port}: give each a port of its own.`);
    claimed.set(port, name);
    const refusal = await whyNotFree(port);
    if (refusal === 'EACCES') {
      throw new Complaint(
        `Port ${port} for ${portTable[name].wantedBy} needs more rights: set ${name} to one above 1023.`,
      );
    }
    if (refusal) {
      throw new Complaint(
        `Port ${port} is taken by another program, and ${portTable[name].wantedBy} wants it: stop that program, or set ${name} to a free port.`,
      );
    }
  }
}

export async function freePorts(): Promise<Ports> {
  const found = await findFreePorts(portNames.length);
  return portsFrom((name) => found[portNames.indexOf(name)] ?? 0);
}

/**
 * Free ports below the range from which the system gives ports to outgoing connections, so that nobody takes one by chance
 * between now and its use, or while its server is being started again.
 */
export async function findFreePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  while (found.size < count) {
    const port = 15_000 + Math.floor(Math.random() * 17_000);
    if (!(await whyNotFree(port))) found.add(port);
  }
  return [...found];
}

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
    MONGODB_PORT: portOf('MONGODB_PORT'),
    MINIO_PORT: portOf('MINIO_PORT'),
    MINIO_CONSOLE_PORT: portOf('MINIO_CONSOLE_PORT'),
  };
}
