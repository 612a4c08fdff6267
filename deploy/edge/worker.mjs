/**
 * The edge as a function of a CDN, for the usual interface of such functions (`fetch`, `caches`, `waitUntil`). It has to
 * run for every request, hits included, and keys the cache by what the check answered, never by the address.
 *
 * @typedef {{ GATEWAY: string, EDGE_SECRET: string }} Env where the gateway's image API is, and the shared secret
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
      const place = env.GATEWAY + pathname + search;
      if (request.method !== 'GET' && request.method !== 'HEAD') return asItCame(request, place);

      // Key, origin, count. Never repeated: it may have counted even where its answer was lost.
      const question = `${env.GATEWAY}/internal/image-access${pathname}${search}`;
      const check = await fetch(question, { headers: questionHeaders(request, env) }).catch(() => undefined);
      if (!check) return unavailable();
      // Refused and not counted: the gateway answers itself.
      if (check.status !== 204) return asItCame(request, place);

      const key = new Request(`https://renditions.invalid/${check.headers.get('X-Sightread-Rendition')}`);
      const kept = await cache.match(key);
      if (kept) return forBrowser(request, kept, 'HIT');
      // Counted by the check, so not again. Its Cache-Control is for this cache: a day, or an hour.
      const image = await fetch(place, { headers: { 'X-Sightread-Edge': env.EDGE_SECRET } });
      if (image.headers.has('X-Accel-Expires')) context.waitUntil(cache.put(key, image.clone()));
      return forBrowser(request, image, image.headers.get('X-Cache') ?? 'MISS');
    },
  };
}

/** @type {(request: Request, env: Env) => Headers} */
function questionHeaders(request, env) {
  const headers = new Headers({ 'X-Sightread-Edge': env.EDGE_SECRET });
  for (const name of ['Origin', 'Referer']) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}

/** @type {(request: Request, place: string) => Promise<Response>} */
function asItCame(request, place) {
  const headers = new Headers(request.headers);
  // Nobody outside may say that we have checked.
  headers.delete('X-Sightread-Edge');
  return fetch(place, { method: request.method, headers }).catch(unavailable);
}

/** @type {(request: Request, image: Response, from: string) => Response} */
function forBrowser(request, image, from) {
  const headers = new Headers(image.headers);
  const seconds = /^max-age=(\d+)/.exec(headers.get('Cache-Control') ?? '')?.[1];
  if (seconds) headers.set('Cache-Control', `private, max-age=${seconds}`);
  headers.delete('X-Accel-Expires');
  headers.set('X-Cache', from);
  const etag = headers.get('ETag');
  const known = (request.headers.get('If-None-Match') ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''));
  if (etag && known.includes(etag)) return new Response(null, { status: 304, headers });
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
