import { Failure } from '../../../contracts/failures.ts';
import { isRecord } from '../../../contracts/json/isRecord.ts';
import { readJsonText } from '../../http/body.ts';
import type { Middleware } from '../../http/context.ts';
import { promptIgnored } from '../jobs/createCrawl.ts';

const maxBytes = 64 * 1024;

/** `POST /v2/crawl/params-preview`: which options a prompt would become. */
export const crawlParamsPreview: Middleware = async (ctx) => {
  const url = urlIn(await readJsonText(ctx, maxBytes));
  if (url === undefined) throw new Failure('InvalidRequest', '`url` is required.');
  ctx.body = { success: true, data: { url }, warning: promptIgnored };
};

function urlIn(text: string): string | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return isRecord(body) && typeof body['url'] === 'string' ? body['url'] : undefined;
  } catch {
    throw new Failure('InvalidRequest', 'The body is not valid JSON.');
  }
}
