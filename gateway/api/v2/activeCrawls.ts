import { separateSecrets } from '../../../contracts/requests/secretOptions.ts';
import { callerOf, type Middleware } from '../../http/context.ts';
import type { ApiDeps } from '../deps.ts';

const maxCrawls = 1_000;

/** `GET /v2/crawl/active`: the crawls of the account that are running. */
export function activeCrawls({ storage }: ApiDeps): Middleware {
  return async (ctx) => {
    const { account } = callerOf(ctx);
    const jobs = await storage.jobs.ofAccount(account, { offset: 0, limit: maxCrawls }, 'crawl', 'scraping');
    const crawls = jobs.map(({ _id: id, crawl, options }) => ({
      id,
      teamId: account,
      url: crawl?.url,
      options: { ...crawl?.options, scrapeOptions: separateSecrets(options).shown },
    }));
    ctx.body = { success: true, crawls };
  };
}
