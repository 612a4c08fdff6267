import { createHash, X509Certificate } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import { parseUrl } from '../../contracts/parseUrl.ts';
import type { HttpRelay } from './httpRelay.ts';

/**
 * The end of the browser's CONNECT tunnels to hosts of `EGRESS_MAP`. Their servers speak plain HTTP, so TLS is
 * terminated here, with a self-signed certificate whose key the browser is told to trust. Pages work as on the real
 * host, including subresources, secure cookies and WebSockets.
 */
interface MappedHostServer {
  /** The SHA-256 hash of the certificate's public key, in base64. */
  spkiHash: string;
  /** Serves the connection inside a tunnel. */
  accept(client: Duplex): void;
  close(): void;
}

/** The first byte of a TLS record that contains a handshake message. */
const tlsHandshakeByte = 22;

export async function createMappedHostServer(relay: HttpRelay): Promise<MappedHostServer> {
  // Imported here because it is two hundred modules, and only tests and staging map hosts.
  const { generate } = await import('selfsigned');
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'mapped host' }], { keyType: 'ec' });
  const plain = http.createServer();
  const secure = https.createServer({ key, cert });
  for (const server of [plain, secure]) {
    server.on('request', (request: http.IncomingMessage, response: http.ServerResponse) => {
      const url = requestUrl(request);
      if (url === undefined) response.destroy();
      else relay.request(url, request, response);
    });
    server.on('upgrade', (request: http.IncomingMessage, client: Duplex, head: Buffer) => {
      const url = requestUrl(request);
      if (url === undefined) client.destroy();
      else relay.upgrade(url, request, client, head);
    });
  }

  function accept(client: Duplex): void {
    client.once('readable', () => {
      const first: unknown = client.read(1);
      if (!Buffer.isBuffer(first)) return void client.destroy();
      client.unshift(first);
      // The browser also tunnels WebSockets over plain HTTP (`ws:`).
      (first[0] === tlsHandshakeByte ? secure : plain).emit('connection', client);
    });
  }

  function close(): void {
    for (const server of [plain, secure]) server.close().closeAllConnections();
  }

  return { spkiHash: spkiHashOf(cert), accept, close };
}

function requestUrl({ headers, url }: http.IncomingMessage): URL | undefined {
  return parseUrl(`http://${headers.host}${url}`);
}

function spkiHashOf(cert: string): string {
  const key = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(key).digest('base64');
}
