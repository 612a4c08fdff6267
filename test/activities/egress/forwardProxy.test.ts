import http from 'node:http';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createForwardProxy } from '../../../activities/egress/forwardProxy.ts';
import { createGuard } from '../../../activities/egress/guard.ts';
import { type EgressRules, noEgressRules } from '../../../contracts/egress/rules.ts';
import { loopback, mapping, site } from './sites.ts';

async function proxy(rules: EgressRules, address = '127.0.0.1') {
  const created = await createForwardProxy(createGuard({ rules, resolve: async () => [{ address, family: 4 }] }));
  onTestFinished(created.close);
  return { ...created, port: Number(new URL(created.url).port) };
}

/** Sends a plain HTTP request through the proxy and returns the response's status and body, or the error's message. */
function requestThrough(port: number, url: string, options: http.RequestOptions = {}, body = ''): Promise<string> {
  return new Promise((resolve) => {
    const headers = { host: new URL(url).host };
    const request = http.request({ port, path: url, headers, agent: false, ...options }, async (response) =>
      resolve(`${response.statusCode} ${await text(response)}`),
    );
    request.on('error', (error) => resolve(error.message)).end(body);
  });
}

/** Opens a CONNECT tunnel, sends a request through it and returns everything that is received. */
function connectThrough(port: number, target: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write(`CONNECT ${target} HTTP/1.1\r\n\r\n`));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
      if (answer.endsWith('established\r\n\r\n'))
        socket.write('GET / HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n');
    });
    socket.on('close', () => resolve(answer));
  });
}

describe('forward proxy', () => {
  it('forwards a request and its response with their bodies and without hop-by-hop headers', async () => {
    const { url } = await site(async (request, response) => {
      response
        .writeHead(201)
        .end(
          `${request.method} ${request.headers.host} ${request.url} ${await text(request)} ${request.headers['proxy-connection']}`,
        );
    });
    const { port } = await proxy(loopback);
    const headers = { host: new URL(url).host, 'proxy-connection': 'keep-alive' };
    expect(await requestThrough(port, `${url}/a?b`, { method: 'POST', headers }, 'body')).toBe(
      `201 POST ${new URL(url).host} /a?b body undefined`,
    );
  });

  it('tunnels a CONNECT request to the site', async () => {
    const { port: sitePort } = await site((_, response) => response.end('page'));
    const { port } = await proxy(loopback);
    expect(await connectThrough(port, `a.test:${sitePort}`)).toMatch(/^HTTP\/1.1 200 [\s\S]*page/);
  });

  it('sends requests and tunnels for mapped hosts to their server', async () => {
    const { url } = await site((request, response) => response.end(`${request.headers.host}`));
    const { port, trustedSpkiHash } = await proxy(mapping(`a.test=${url}`));
    expect(await requestThrough(port, 'http://www.a.test/')).toBe('200 www.a.test');
    expect(await connectThrough(port, 'a.test:80')).toMatch(/a\.test/);
    expect(trustedSpkiHash).toMatch(/^[\w+/]{43}=$/);
  });

  it.each(['127.0.0.1', 'private.test', '[::1]', '[::ffff:127.0.0.1]', 'localhost', '0x7f.1', '127.1'])(
    'refuses %s without connecting and keeps the reason',
    async (host) => {
      const { port: sitePort, connections } = await site((_, response) => response.end('canary'));
      const { port, failureFor } = await proxy(noEgressRules);
      expect(await requestThrough(port, `http://${host}:${sitePort}/`)).toBe('socket hang up');
      expect(await connectThrough(port, `${host}:${sitePort}`)).toBe('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      expect(failureFor(new URL(`http://${host}/`).hostname)?.message).toMatch(/ is not a public address\.$/);
      expect(connections).toHaveLength(0);
    },
  );

  it.each(['/not-a-proxy-request', 'ftp://a.test/', 'http://a.test:25/'])(
    'closes the connection on a request for %s',
    async (path) => {
      const { port } = await proxy(loopback);
      expect(await requestThrough(port, 'http://a.test/', { path })).toBe('socket hang up');
    },
  );

  it('forgets the failure of a host when a later connection succeeds', async () => {
    const { port, failureFor } = await proxy(loopback);
    await requestThrough(port, 'http://a.test:1025/');
    expect(failureFor('a.test')?.message).toBe('The site refused the connection.');
    const { port: sitePort } = await site((_, response) => response.end('page'));
    expect(await requestThrough(port, `http://a.test:${sitePort}/`)).toBe('200 page');
    expect(failureFor('a.test')).toBeUndefined();
  });

  it('closes its tunnels when it closes', async () => {
    const { port: sitePort, connections } = await site(() => {});
    const { port, close } = await proxy(loopback);
    const ended = connectThrough(port, `a.test:${sitePort}`);
    await expect.poll(() => connections.length).toBe(1);
    await close();
    await ended;
    await expect.poll(() => connections[0]?.destroyed).toBe(true);
  });
});
