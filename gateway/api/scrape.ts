import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import { publicUrl } from './publicUrl.ts';
import type { Settings } from '../../contracts/settings.ts';
import { type ScrapeRequest, scrapeRequestSchema } from '../../contracts/requests/scrape.ts';
import type { Storage } from '../../storage/mongo.ts';
import type { Flows } from '../flows.ts';
import { readJson } from './body.ts';
import type { ApiRouter } from './router.ts';
import { validator } from './validate.ts';

const bodyLimit = 1024 * 1024;

interface Parts {
  key: Middleware;
  settings: Settings;
  storage: Storage;
  flows: Flows;
}

/** `POST /v1/scrape`: one page, while the caller waits. */
export function scrapeRoute(router: ApiRouter, { key, settings, storage, flows }: Parts) {
  const check = validator<ScrapeRequest>(scrapeRequestSchema);
  router.post('/v1/scrape', key, async (ctx) => {
    const { url, origin: _, ...options } = check(await readJson(ctx, bodyLimit));
    const { account, requestId } = ctx.state;
    const job = randomUUID();
    ctx.state['job'] = job;
    const work = { job, index: 0, account, requestId, url: publicUrl('url', url, settings), options };
    await flows.run(ctx, 'scrapePage', `scrape-${job}`, work);
    ctx.body = { success: true, data: await storage.pages.find(job, 0) };
  });
}
