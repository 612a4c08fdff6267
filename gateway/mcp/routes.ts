import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { iconUrl, Sightread } from '../../client/index.ts';
import { Failure } from '../../contracts/failures.ts';
import { parseUrl } from '../../contracts/parseUrl.ts';
import { baseUrl, imageBaseUrl } from '../../runtime/baseUrl.ts';
import type { Settings } from '../../runtime/settings.ts';
import { version } from '../../runtime/version.ts';
import type { Storage } from '../../storage/storage.ts';
import type { ApiRouter } from '../api/router.ts';
import { readJsonText } from '../http/body.ts';
import { type Context, callerOf, type Middleware } from '../http/context.ts';
import type { McpServerDeps } from './server.ts';

interface Deps {
  settings: Settings;
  storage: Storage;
  /** Lets through requests with a valid secret key; what the tools do is limited where they do it. */
  identify: Middleware;
}

const maxBytes = 1024 * 1024;
/** A model gets to know that the plan's limit is reached, instead of waiting long for it. */
const maxRetries = 2;

/** `/mcp`: the Model Context Protocol over streamable HTTP, for agents. */
export function mcpRoutes(router: ApiRouter, { settings, storage, identify }: Deps): void {
  let loading: ReturnType<typeof load> | undefined;

  const answer: Middleware = async (ctx) => {
    refuseForeignOrigin(ctx, settings);
    const { account, key } = callerOf(ctx);
    const body = ctx.method === 'POST' ? parseJson(await readJsonText(ctx, maxBytes)) : undefined;
    loading ??= load();
    const { endpoint, createMcpServer } = await loading;
    const { response, release } = await endpoint.handle(requestOf(ctx), {
      owner: key,
      body,
      createServer: () => createMcpServer(depsOf(ctx, { account, settings, storage })),
    });
    ctx.res.once('close', release);
    ctx.status = response.status;
    for (const [name, value] of response.headers) ctx.set(name, value);
    // An edge in front passes on each message at once.
    ctx.set('X-Accel-Buffering', 'no');
    ctx.body = response.body ? Readable.fromWeb(response.body as ReadableStream) : null;
    // Koa makes it 204 if there is no body.
    ctx.status = response.status;
  };
  router.post('/mcp', identify, answer);
  router.get('/mcp', identify, answer);
  router.delete('/mcp', identify, answer);
}

/** Loaded when the first agent comes: most gateways never see one, and the protocol's packages take memory. */
async function load() {
  const [{ createMcpEndpoint }, { createMcpServer }] = await Promise.all([
    import('./endpoint.ts'),
    import('./server.ts'),
  ]);
  return { endpoint: createMcpEndpoint(), createMcpServer };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure('InvalidRequest', 'The body is not valid JSON.');
  }
}

function requestOf({ method, path, headers }: Context): Request {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  return new Request(`http://localhost${path}`, { method, headers: Object.fromEntries(given) });
}

/** Names of this machine, which no name server can point elsewhere. */
const loopbackHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/**
 * A browser on this machine may show a page whose name was pointed at it (DNS rebinding). Such a page has no key; but it
 * is refused before anything else.
 */
function refuseForeignOrigin(ctx: Context, settings: Settings): void {
  const own = new URL(baseUrl(settings));
  const isOwn = (host: string) => host === own.host || loopbackHost.test(host);
  const isLocal = loopbackHost.test(settings.HOST) || settings.HOST === '::1';
  if (isLocal && settings.TRUST_PROXIES === 0 && !isOwn(ctx.get('Host')))
    throw new Failure('Forbidden', 'This server is called by another name; set PUBLIC_URL to that one.');
  const origin = ctx.get('Origin');
  if (origin !== '' && !isOwn(hostOf(origin)))
    throw new Failure('Forbidden', 'Web pages of other sites cannot use this address.');
}

function hostOf(origin: string): string {
  return parseUrl(origin)?.host ?? '';
}

/** The tools are a client of our own API, with the caller's key: what holds for the API holds for them. */
function depsOf(
  ctx: Context,
  { account, settings, storage }: Pick<Deps, 'settings' | 'storage'> & { account: string },
): McpServerDeps {
  const { localAddress = '127.0.0.1', localPort } = ctx.req.socket;
  const host = localAddress.includes(':') ? `[${localAddress}]` : localAddress;
  const key = ctx
    .get('Authorization')
    .replace(/^Bearer +/i, '')
    .trim();
  return {
    version,
    client: new Sightread({ key, url: `http://${host}:${localPort}`, maxRetries }),
    async iconUrl(domain, options) {
      const keys = await storage.keys.ofAccount(account);
      const token = keys.find(({ publishable, origins = [] }) => publishable && origins.length === 0)?.publishable;
      return token === undefined ? undefined : iconUrl(domain, { token, url: imageBaseUrl(settings), ...options });
    },
  };
}
