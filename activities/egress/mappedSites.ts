import { createHash, X509Certificate } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import { generate } from 'selfsigned';
import type { Forward } from './forward.ts';

/**
 * Answers a browser's tunnels for hosts of `EGRESS_MAP`: their servers speak plain HTTP, so TLS ends here, with a
 * certificate whose key the browser is told to trust. Everything works as on the real host: subresources, secure
 * cookies, WebSockets.
 */
interface MappedSites {
  trustedKey: string;
  accept(client: Duplex): void;
  close(): void;
}

export async function createMappedSites(forward: Forward): Promise<MappedSites> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'mapped host' }], { keyType: 'ec' });
  const plain = http.createServer();
  const secure = https.createServer({ key, cert });
  for (const server of [plain, secure]) {
    server.on('request', (request: http.IncomingMessage, response: http.ServerResponse) => {
      const url = addressed(request);
      if (url === undefined) response.destroy();
      else forward.request(url, request, response);
    });
    server.on('upgrade', (request: http.IncomingMessage, client: Duplex, head: Buffer) => {
      const url = addressed(request);
      if (url === undefined) client.destroy();
      else forward.upgrade(url, request, client, head);
    });
  }

  function accept(client: Duplex): void {
    client.once('readable', () => {
      const first: unknown = client.read(1);
      if (!Buffer.isBuffer(first)) return void client.destroy();
      client.unshift(first);
      // A TLS handshake begins with 22; a WebSocket over plain HTTP with a letter.
      (first[0] === 22 ? secure : plain).emit('connection', client);
    });
  }

  function close(): void {
    for (const server of [plain, secure]) server.close().closeAllConnections();
  }

  return { trustedKey: keyHash(cert), accept, close };
}

function addressed({ headers, url }: http.IncomingMessage): URL | undefined {
  const text = `http://${headers.host}${url}`;
  return URL.canParse(text) ? new URL(text) : undefined;
}

function keyHash(cert: string): string {
  const key = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(key).digest('base64');
}
