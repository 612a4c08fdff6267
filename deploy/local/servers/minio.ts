/** MinIO with its data in one folder. */
import { Agent, request } from 'undici';
import type { Home } from '../home.ts';
import type { ProcessSpec } from '../process/spec.ts';

const pingTimeoutMs = 5_000;

export function minioSpec(
  home: Home,
  { port, consolePort, user, password }: { port: number; consolePort: number; user: string; password: string },
): Pick<ProcessSpec, 'name' | 'title' | 'args' | 'probe'> & { env: Record<string, string> } {
  return {
    name: 'minio',
    title: 'MinIO',
    args: ['server', home.minio, '--address', `127.0.0.1:${port}`, '--console-address', `127.0.0.1:${consolePort}`],
    env: {
      MINIO_ROOT_USER: user,
      MINIO_ROOT_PASSWORD: password,
      MINIO_UPDATE: 'off',
      // Prometheus reads the metrics without a token, which is safe because MinIO listens on loopback only.
      MINIO_PROMETHEUS_AUTH_TYPE: 'public',
    },
    probe: () => pingMinio(`http://127.0.0.1:${port}`),
  };
}

async function pingMinio(endpoint: string): Promise<void> {
  const status = await statusOf(new URL('/minio/health/live', endpoint));
  if (status !== 200) throw new Error(`it answers ${status}`);
}

/** For an external store, which may be another S3-compatible product: any HTTP response shows that it runs. */
export async function pingObjectStore(endpoint: string, ca?: string): Promise<void> {
  await statusOf(new URL(endpoint), ca);
}

async function statusOf(url: URL, ca?: string): Promise<number> {
  const dispatcher = new Agent({ connect: ca ? { ca } : {} });
  try {
    const { statusCode, body } = await request(url, { dispatcher, signal: AbortSignal.timeout(pingTimeoutMs) });
    await body.dump();
    return statusCode;
  } finally {
    await dispatcher.destroy();
  }
}
