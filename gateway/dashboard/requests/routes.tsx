import { Failure } from '../../../contracts/failures.ts';
import { isRecord } from '../../../contracts/json/isRecord.ts';
import { baseUrl } from '../../../runtime/baseUrl.ts';
import { type LoggedRequest, loggedOperations, type RequestFilter } from '../../../storage/requests.ts';
import { type Context, pathParameter } from '../../http/context.ts';
import type { PageDeps, PageRouter } from '../deps.ts';
import { isPlaygroundOperation } from '../playground/operationFields.ts';
import { playgroundLink } from '../playground/playgroundLink.ts';
import { createOperationResults } from '../playground/results.tsx';
import { viewerOf } from '../requireSignIn.ts';
import { offsetOf } from '../view/Pager.tsx';
import { sendPage } from '../view/send.tsx';
import { keyChoices, keyName } from './keyChoices.ts';
import { RequestPage } from './RequestPage.tsx';
import { RequestsPage } from './RequestsPage.tsx';
import { snippetsOf } from './snippets.ts';

const pageSize = 50;
const refreshMs = 3_000;
const maxTextLength = 500;

/** The account's own calls of the last day: a list with filters, and each with what was asked and answered. */
export function requestsRoutes(router: PageRouter, deps: PageDeps) {
  const { settings, storage, requestLog, assets, requireSignIn } = deps;
  const resultOf = createOperationResults(deps);

  router.get('/requests', requireSignIn, async (ctx) => {
    const { account } = viewerOf(ctx);
    await requestLog.written();
    const filter = filterOf(ctx);
    const offset = offsetOf(ctx);
    const [requests, keys] = await Promise.all([
      storage.requests.ofAccount(account._id, filter, { offset, limit: pageSize }),
      storage.keys.ofAccount(account._id),
    ]);
    sendPage(
      ctx,
      assets,
      { title: 'Requests', ...(offset === 0 && { refreshMs }) },
      <RequestsPage
        requests={requests}
        filter={filter}
        keys={keyChoices(keys, account._id)}
        offset={offset}
        pageSize={pageSize}
      />,
    );
  });

  router.get('/requests/:id', requireSignIn, async (ctx) => {
    const { account } = viewerOf(ctx);
    const request = await storage.requests.findOwn(pathParameter(ctx, 'id'), account._id);
    if (!request) throw new Failure('NotFound', 'There is no such request; they are kept for 24 hours.');
    const { operation, path, job, page = '', subject, status } = request;
    const body = bodyOf(request);
    const result = status < 400 && job ? await resultOf[operation]({ job, page, sent: body }) : undefined;
    sendPage(
      ctx,
      assets,
      { title: `${operation} ${subject ?? ''}`, scripts: ['results.js'] },
      <RequestPage
        request={request}
        keyName={keyName(keyChoices(await storage.keys.ofAccount(account._id), account._id), request.key)}
        replay={isPlaygroundOperation(operation) ? playgroundLink(operation, body) : undefined}
        snippets={snippetsOf({
          operation,
          base: baseUrl(settings),
          path,
          body,
          file: operation === 'parse' ? (subject ?? 'file') : undefined,
        })}
        result={result}
      />,
    );
  });
}

function bodyOf({ body = '{}' }: LoggedRequest): Record<string, unknown> {
  const parsed: unknown = JSON.parse(body);
  return isRecord(parsed) ? parsed : {};
}

function filterOf({ query }: Pick<Context, 'query'>): RequestFilter {
  const value = (name: string) => {
    const given = query[name];
    return typeof given === 'string' && given !== '' ? given.slice(0, maxTextLength) : undefined;
  };
  const operation = loggedOperations.find((each) => each === value('operation'));
  const outcome = (['ok', 'failed'] as const).find((each) => each === value('outcome'));
  const key = value('key');
  const text = value('q')?.trim();
  return { ...(operation && { operation }), ...(outcome && { outcome }), ...(key && { key }), ...(text && { text }) };
}
