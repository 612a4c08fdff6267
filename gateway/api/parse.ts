import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import { Failure } from '../../contracts/failures.ts';
import { fileFormats } from '../../contracts/requests/fileFormats.ts';
import { fileFormatProblem, maxFileBytes } from '../../contracts/requests/parse.ts';
import { callerOf, type Middleware } from '../http/context.ts';
import { readUpload } from '../http/upload.ts';
import { whileConnected } from '../http/whileConnected.ts';
import type { ApiDeps } from './deps.ts';
import type { ApiRouter } from './router.ts';
import { createSinglePages, sendPage } from './singlePages.ts';

/** Files are in memory while they are received, so not more of them at once. */
const maxUploadsAtOnce = 4;
const maxOptionsBytes = 256 * 1024;

/** `POST /v1/parse`: a file of the caller, read as a page is, while the caller waits. `GET /v1/parse/formats`: which. */
export function parseRoute(router: ApiRouter, deps: ApiDeps): void {
  router.post('/v1/parse', deps.authenticate, deps.limitConcurrency, parse(deps));
  router.get('/v1/parse/formats', deps.authenticate, parseFormats);
}

export const parseFormats: Middleware = (ctx) => {
  // Other services of this dialect have formats that a plan or a setting switches off.
  const formats = fileFormats.map((each) => ({ ...each, available: true }));
  ctx.body = { success: true, data: { formats } };
};

export function parse(deps: ApiDeps): Middleware {
  const { requests, storage } = deps;
  const pages = createSinglePages(deps);
  const receive = pLimit(maxUploadsAtOnce);
  return async (ctx) => {
    const { account, requestId } = callerOf(ctx);
    const { name, contentType, object } = await receive(async () => {
      const { file, options } = await readUpload(ctx, { maxFileBytes, maxOptionsBytes });
      ctx.state.body = options;
      ctx.state.file = file.name;
      return { ...file, object: await storage.objects.putUpload(account, file.bytes) };
    });
    try {
      const { request } = await requests.read(ctx, 'parse');
      const { origin: _, ...options } = request;
      const problem = fileFormatProblem(request);
      if (problem) throw new Failure('InvalidRequest', problem);
      const job = randomUUID();
      ctx.state.job = job;
      const work = {
        job,
        index: 0,
        account,
        requestId,
        url: name,
        file: { object, ...(contentType && { contentType }) },
        options: { ...options, waitFor: 0, mobile: false, engine: 'http' as const, maxAge: 0 },
      };
      sendPage(ctx, await whileConnected(ctx.res, (signal) => pages.parse(work, signal)));
    } finally {
      await storage.objects.remove(object);
    }
  };
}
