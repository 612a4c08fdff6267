import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveWebSockets } from '../../../gateway/http/upgrades.ts';

describe('a connection that is offered for another protocol', () => {
  const server = createServer(async (request, response) => {
    response.setHeader('connection', 'close');
    response.end(`${request.method} ${request.url} ${request.headers['x-mine']} ${await text(request)}`);
  });
  serveWebSockets(server, (request, socket) => {
    if (request.url !== '/socket') return false;
    socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n');
    return true;
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  async function send(path: string, protocol: string): Promise<string> {
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: ${protocol}\r\nHTTP2-Settings: AA\r\nX-Mine: yes\r\nContent-Length: 4\r\n\r\nbo`,
    );
    setImmediate(() => socket.write('dy'));
    return text(socket);
  }

  it('is handed on if it is for a WebSocket that exists', async () => {
    expect(await send('/socket', 'websocket')).toContain('101 Switching');
  });

  it('is answered as any other request, with its body, if it is offered for HTTP/2 or there is no such WebSocket', async () => {
    expect(await send('/page', 'h2c')).toContain('POST /page yes body');
    expect(await send('/nothing', 'websocket')).toContain('POST /nothing yes body');
  });
});
