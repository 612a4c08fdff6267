import http from 'node:http';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { createGuard } from '../../../activities/egress/guard.ts';
import { createProxy } from '../../../activities/egress/proxy.ts';
import { type EgressRules, noEgressRules } from '../../../contracts/egress/rules.ts';
import { loopback, mapping, site } from './sites.ts';

async function proxy(rules: EgressRules, address = '127.0.0.1') {
  const made = await createProxy(createGuard({ rules, resolve: async () => [{ address, family: 4 }] }));
  onTestFinished(made.close);
  return { ...made, port: Number(new URL(made.url).port) };
}

/** What a browser that uses the proxy for plain HTTP gets, or how that ended. */
function through(port: number, url: string, options: http.RequestOptions = {}, body = ''): Promise<string> {
  return new Promise((resolve) => {
    const headers = { host: new URL(url).host };
    const request = http.request({ port, path: url, headers, agent: false, ...options }, async (response) =>
      resolve(`${response.statusCode} ${await text(response)}`),
    );
    request.on('error', (error) => resolve(error.message)).end(body);
  });
}

/** The first line that a tunnel is answered with, then what comes through it. */
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

it('forwards requests with their bodies, and answers with theirs', async () => {
  const { url } = await site(async (request, response) => {
    response
      .writeHead(201)
      .end(
        `${request.method} ${request.headers.host} ${request.url} ${await text(request)} ${request.headers['proxy-connection']}`,
      );
  });
  const { port } = await proxy(loopback);
  const headers = { host: new URL(url).host, 'proxy-connection': 'keep-alive' };
  expect(await through(port, `${url}/a?b`, { method: 'POST', headers }, 'body')).toBe(
    `201 POST ${new URL(url).host} /a?b body undefined`,
  );
});

it('tunnels', async () => {
  const { port: sitePort } = await site((_, response) => response.end('page'));
  const { port } = await proxy(loopback);
  expect(await connectThrough(port, `a.test:${sitePort}`)).toMatch(/^HTTP\/1.1 200 [\s\S]*page/);
});

it('sends mapped hosts to their server', async () => {
  const { url } = await site((request, response) => response.end(`${request.headers.host}`));
  const { port, trustedKey } = await proxy(mapping(`a.test=${url}`));
  expect(await through(port, 'http://www.a.test/')).toBe('200 www.a.test');
  expect(await connectThrough(port, 'a.test:80')).toMatch(/a\.test/);
  expect(trustedKey).toMatch(/^[\w+/]{43}=$/);
});

it.each(['127.0.0.1', 'private.test', '[::1]', '[::ffff:127.0.0.1]', 'localhost', '0x7f.1', '127.1'])(
  'refuses %s, connecting to nothing, and says why',
  async (host) => {
    const { port: sitePort, connections } = await site((_, response) => response.end('canary'));
    const { port, problem } = await proxy(noEgressRules);
    expect(await through(port, `http://${host}:${sitePort}/`)).toBe('socket hang up');
    expect(await connectThrough(port, `${host}:${sitePort}`)).toBe('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    expect(problem(new URL(`http://${host}/`).hostname)?.message).toMatch(/ is not a public address$/);
    expect(connections).toHaveLength(0);
  },
);

it.each(['/not-a-proxy-request', 'ftp://a.test/', 'http://a.test:25/'])('hangs up on %s', async (path) => {
  const { port } = await proxy(loopback);
  expect(await through(port, 'http://a.test/', { path })).toBe('socket hang up');
});

it('forgets a problem once the host answers', async () => {
  const { port, problem } = await proxy(loopback);
  await through(port, 'http://a.test:1025/');
  expect(problem('a.test')?.message).toBe('the site refused the connection');
  const { port: sitePort } = await site((_, response) => response.end('page'));
  expect(await through(port, `http://a.test:${sitePort}/`)).toBe('200 page');
  expect(problem('a.test')).toBeUndefined();
});

it('closes with its tunnels', async () => {
  const { port: sitePort, connections } = await site(() => {});
  const { port, close } = await proxy(loopback);
  const ended = connectThrough(port, `a.test:${sitePort}`);
  await expect.poll(() => connections.length).toBe(1);
  await close();
  await ended;
  await expect.poll(() => connections[0]?.destroyed).toBe(true);
});
