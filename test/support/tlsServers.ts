/** Servers of ours that accept encrypted connections only, with a certificate for `localhost` from an authority of their own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { MongoClient } from 'mongodb';
import { generate } from 'selfsigned';
import { provisionBinaries } from '../../deploy/local/provision/binaries.ts';
import { silentTerminal } from '../../deploy/local/terminal.ts';
import { eventually } from './eventually.ts';
import { freePort } from './processes.ts';

export interface TlsServers {
  /** The file with the certificate of the authority. */
  ca: string;
  mongodbUri: string;
  minioEndpoint: string;
  /** Terminates TLS in front of a Temporal that cannot: the development server has no such option. */
  temporalAddress: string;
  stop(): Promise<void>;
}

export const minioKeys = { MINIO_ACCESS_KEY: 'sightread', MINIO_SECRET_KEY: 'sightread-secret' };

export async function startTlsServers(temporal: string): Promise<TlsServers> {
  const folder = mkdtempSync(join(tmpdir(), 'sightread-tls-'));
  const { ca, cert, key } = await certificates();
  function file(name: string, content: string) {
    writeFileSync(join(folder, name), content, { mode: 0o600 });
    return join(folder, name);
  }
  const caFile = file('ca.pem', ca);
  const binaries = await provisionBinaries(['mongod', 'minio'], { terminal: silentTerminal, env: process.env });
  const [mongodPort, minioPort] = await Promise.all([freePort(), freePort()]);

  for (const name of ['mongo', 'minio', 'certs']) mkdirSync(join(folder, name));
  const mongod = spawn(binaries.mongod ?? '', [
    ...['--dbpath', join(folder, 'mongo'), '--port', mongodPort, '--bind_ip', '127.0.0.1', '--nounixsocket'],
    ...['--replSet', 'tls', '--tlsMode', 'requireTLS', '--tlsCertificateKeyFile', file('mongod.pem', cert + key)],
    ...['--tlsCAFile', caFile, '--tlsAllowConnectionsWithoutCertificates'],
  ]);
  file('certs/public.crt', cert);
  file('certs/private.key', key);
  const minio = spawn(
    binaries.minio ?? '',
    ['server', join(folder, 'minio'), '--address', `127.0.0.1:${minioPort}`, '--certs-dir', join(folder, 'certs')],
    {
      env: { HOME: folder, MINIO_ROOT_USER: 'sightread', MINIO_ROOT_PASSWORD: 'sightread-secret', MINIO_UPDATE: 'off' },
    },
  );
  const proxy = await startProxy(temporal, { cert, key });

  async function stop() {
    await proxy.close();
    await Promise.all([mongod, minio].map(end));
    rmSync(folder, { recursive: true, force: true });
  }
  try {
    await initiateReplicaSet(mongodPort, ca);
  } catch (cause) {
    await stop();
    throw cause;
  }
  return {
    ca: caFile,
    mongodbUri: `mongodb://localhost:${mongodPort}/tls?replicaSet=tls&tls=true`,
    minioEndpoint: `https://localhost:${minioPort}`,
    temporalAddress: `127.0.0.1:${proxy.port}`,
    stop,
  };
}

/** An authority and a certificate from it: some clients refuse a certificate that is an authority itself. */
async function certificates() {
  const options = { keyType: 'ec', algorithm: 'sha256' } as const;
  const authority = await generate([{ name: 'commonName', value: 'Test authority' }], {
    ...options,
    extensions: [{ name: 'basicConstraints', cA: true, critical: true }],
  });
  const leaf = await generate([{ name: 'commonName', value: 'localhost' }], {
    ...options,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
    ],
  });
  return { ca: authority.cert, cert: leaf.cert, key: leaf.private };
}

async function initiateReplicaSet(port: string, ca: string): Promise<void> {
  const client = new MongoClient(`mongodb://localhost:${port}/?directConnection=true&tls=true`, {
    ca,
    serverSelectionTimeoutMS: 1_000,
  });
  const admin = client.db('admin');
  const members = [{ _id: 0, host: `localhost:${port}` }];
  try {
    await eventually('mongod answers', () =>
      admin.command({ replSetInitiate: { _id: 'tls', members } }).then(
        () => true,
        () => false,
      ),
    );
    await eventually('mongod is the primary', async () => (await admin.command({ hello: 1 }))['isWritablePrimary']);
  } finally {
    await client.close();
  }
}

async function startProxy(target: string, certificate: { cert: string; key: string }) {
  const [host = '', port = ''] = target.split(':');
  const sockets = new Set<Socket>();
  const server: Server = createServer({ ...certificate, ALPNProtocols: ['h2'] }, (socket) => {
    const inner = connect(Number(port), host);
    for (const each of [socket, inner]) {
      sockets.add(each);
      each
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(each);
          socket.destroy();
          inner.destroy();
        });
    }
    socket.pipe(inner).pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' ? address?.port : undefined,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
