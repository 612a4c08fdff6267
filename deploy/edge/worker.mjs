/**
 * The edge as a CDN edge function, for the usual interface of such functions (`fetch`, `caches`, `waitUntil`). It must
 * run for every request, cache hits included. The cache key comes from the gateway's check, never from the URL.
 *
 * @typedef {{ GATEWAY: string, EDGE_SECRET: string }} Env the address of the gateway's image API, and the shared secret
 * @typedef {{ match(key: Request): Promise<Response | undefined>, put(key: Request, image: Response): Promise<void> }} Cache
 * @typedef {{ waitUntil(work: Promise<unknown>): void }} Context
 */

/** @param {Cache} cache such as `caches.default` */
export function createEdge(cache) {
  return {
    /**
     * @param {Request} request
     * @param {Env} env
     * @param {Context} context
     * @returns {Promise<Response>}
     */
    async fetch(request, env, context) {
      const { pathname, search } = new URL(request.url);
      const target = env.GATEWAY + pathname + search;
      if (request.method !== 'GET' && request.method !== 'HEAD') return passOn(request, target);

      // Checks key and origin, and counts. Never retried: it may have counted even if its answer was lost.
      const checkUrl = `${env.GATEWAY}/internal/image-access${pathname}${search}`;
      const check = await fetch(checkUrl, { headers: checkHeaders(request, env) }).catch(() => undefined);
      if (!check) return unavailable();
      // Refused and not counted: the gateway answers the request itself.
      if (check.status !== 204) return passOn(request, target);

      const key = new Request(`https://renditions.invalid/${check.headers.get('X-Sightread-Rendition')}`);
      const cached = await cache.match(key);
      if (cached) return forBrowser(request, cached, 'HIT');
      // The header keeps the gateway from counting again. The Cache-Control is for this cache: a day or an hour.
      const headers = { 'X-Sightread-Edge': env.EDGE_SECRET };
      const image = await fetch(target, { headers }).catch(() => undefined);
      if (!image) return unavailable();
      if (image.headers.has('X-Accel-Expires')) context.waitUntil(cache.put(key, image.clone()));
      return forBrowser(request, image, image.headers.get('X-Cache') ?? 'MISS');
    },
  };
}

/** @type {(request: Request, env: Env) => Headers} */
function checkHeaders(request, env) {
  const headers = new Headers({ 'X-Sightread-Edge': env.EDGE_SECRET });
  for (const name of ['Origin', 'Referer']) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}

/** @type {(request: Request, target: string) => Promise<Response>} */
function passOn(request, target) {
  const headers = new Headers(request.headers);
  // A caller must not be able to claim that the request has been checked.
  headers.delete('X-Sightread-Edge');
  return fetch(target, { method: request.method, headers }).catch(unavailable);
}

/** @type {(request: Request, image: Response, cacheStatus: string) => Response} */
function forBrowser(request, image, cacheStatus) {
  const headers = new Headers(image.headers);
  const maxAge = /^max-age=(\d+)/.exec(headers.get('Cache-Control') ?? '')?.[1];
  if (maxAge) headers.set('Cache-Control', `private, max-age=${maxAge}`);
  headers.delete('X-Accel-Expires');
  headers.set('X-Cache', cacheStatus);
  const etag = headers.get('ETag');
  const knownEtags = (request.headers.get('If-None-Match') ?? '')
    .split(',')
    .map((each) => each.trim().replace(/^W\//, ''));
  if (etag && knownEtags.includes(etag)) return new Response(null, { status: 304, headers });
  return new Response(request.method === 'HEAD' ? null : image.body, { status: image.status, headers });
}

function unavailable() {
  return new Response('Temporarily unavailable', {
    status: 503,
    headers: {
      'Access-Control-Allow-Origin': '*',
      'Cache-Control': 'no-store',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Retry-After': '5',
    },
  });
}
