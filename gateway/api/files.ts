import { Readable } from 'node:stream';
import { Failure } from '../../contracts/failures.ts';
import type { FileLinks } from '../../runtime/secrets/fileLinks.ts';
import { contentTypeOf, fileFormatOf, type Objects } from '../../storage/objectStore.ts';
import type { Pages } from '../../storage/pages.ts';
import { byteRangeOf } from '../http/byteRange.ts';
import { type Context, pathParameter } from '../http/context.ts';
import type { ApiRouter } from './router.ts';

interface Deps {
  storage: { pages: Pick<Pages, 'screenshot' | 'actionFile'>; objects: Pick<Objects, 'stat' | 'read'> };
  links: FileLinks;
}

/** The bytes come from strangers: a browser that opens the address runs nothing of them and guesses no other type. */
const securityHeaders = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** `GET /v1/files/…`: files of results, by a signed address that needs no key. */
export function fileRoutes(router: ApiRouter, { storage, links }: Deps): void {
  const { pages } = storage;
  router.get('/v1/files/:job/:index/screenshot.:format', (ctx) =>
    send(ctx, () => pages.screenshot(pathParameter(ctx, 'job'), Number(pathParameter(ctx, 'index')))),
  );
  router.get('/v1/files/:job/:index/actions/:at.:format', (ctx) => {
    const [index, at] = [Number(pathParameter(ctx, 'index')), Number(pathParameter(ctx, 'at'))];
    return send(ctx, () => pages.actionFile(pathParameter(ctx, 'job'), index, at));
  });

  async function send(ctx: Context, find: () => Promise<string | undefined>): Promise<void> {
    if (!links.isSigned(ctx.path, String(ctx.query['signature'] ?? ''))) {
      throw new Failure('Forbidden', 'This address is not signed by us: use it exactly as the result has it.');
    }
    const name = await find();
    const file = name && (await storage.objects.stat(name));
    if (!file) throw new Failure('NotFound', 'The file has expired; results are kept for 24 hours.');

    const { bytes, etag } = file;
    ctx.status = 200;
    ctx.etag = etag;
    const ifRange = ctx.get('If-Range');
    const range = ifRange === '' || ifRange === ctx.response.etag ? byteRangeOf(ctx.get('Range'), bytes) : undefined;
    if (range === 'unsatisfiable') {
      ctx.set('Content-Range', `bytes */${bytes}`);
      throw new Failure('RangeNotSatisfiable', `The file has ${bytes} bytes; the range lies outside.`);
    }
    ctx.set({ ...securityHeaders, 'Accept-Ranges': 'bytes', 'Cache-Control': 'private, max-age=3600' });
    ctx.type = contentTypeOf(fileFormatOf(name));
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    const { first, last } = range ?? { first: 0, last: bytes - 1 };
    if (range) {
      ctx.status = 206;
      ctx.set('Content-Range', `bytes ${first}-${last}/${bytes}`);
    }
    if (ctx.method !== 'HEAD') ctx.body = Readable.from(storage.objects.read(name, { first, last }));
    ctx.length = last - first + 1;
  }
}
