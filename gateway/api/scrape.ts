import { randomUUID } from 'node:crypto';
import { type ScrapeRequest, scrapeRequestSchema } from '../../contracts/requests/scrape.ts';
import { readJson } from '../http/body.ts';
import type { ApiParts } from './deps.ts';
import { checkOptions } from './options.ts';
import { publicUrl } from './publicUrl.ts';
import type { ApiRouter } from './router.ts';
import { validator } from './validate.ts';

const bodyLimit = 1024 * 1024;

/** `POST /v1/scrape`: one page, while the caller waits. */
export function scrapeRoute(router: ApiRouter, { key, turn, settings, storage, flows }: ApiParts) {
  const check = validator<ScrapeRequest>(scrapeRequestSchema);
  router.post('/v1/scrape', key, turn, async (ctx) => {
    const { url, origin: _, ...options } = check(await readJson(ctx, bodyLimit));
    const { account, requestId } = ctx.state;
    const job = randomUUID();
    ctx.state['job'] = job;
    const work = {
      job,
      index: 0,
      account,
      requestId,
      url: publicUrl('url', url, settings),
      options,
      ...checkOptions(options),
    };
    await flows.run(ctx, 'scrapePage', `scrape-${job}`, work);
    ctx.body = { success: true, data: await storage.pages.find(job, 0) };
  });
}
