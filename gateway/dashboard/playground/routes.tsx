import { isRecord } from '../../../contracts/json/isRecord.ts';
import { baseUrl, imageBaseUrl } from '../../../runtime/baseUrl.ts';
import { readJsonText } from '../../http/body.ts';
import type { Context } from '../../http/context.ts';
import { checkCsrf } from '../csrf.ts';
import type { PageDeps, PageRouter } from '../deps.ts';
import { viewerOf } from '../requireSignIn.ts';
import type { SessionApi, SessionApiResponse } from '../sessionApi.ts';
import { Notice } from '../view/components.tsx';
import { Message } from '../view/Message.tsx';
import { sendFragment, sendPage } from '../view/send.tsx';
import { operations, type PlaygroundOperation } from './operationFields.ts';
import { operationTexts } from './operationForms.tsx';
import { PlaygroundPage } from './PlaygroundPage.tsx';
import { createOperationResults } from './results.tsx';

/** A schema of the largest size, indented. */
const maxBodyBytes = 256 * 1024;

/** Pages on which people can try every operation of the APIs. What the query of their address says is filled in. */
export function playgroundRoutes(router: PageRouter, deps: PageDeps, api: SessionApi) {
  const { settings, storage, sessions, assets, requireSignIn } = deps;
  const resultOf = createOperationResults(deps);

  router.get('/playground', requireSignIn, (ctx) => ctx.redirect('/playground/scrape'));

  for (const operation of operations) {
    router.get(`/playground/${operation}`, requireSignIn, async (ctx) => {
      const keys = await storage.keys.ofAccount(viewerOf(ctx).account._id);
      const publishable = keys.flatMap(({ name, publishable: key }) => (key ? [{ name, key }] : []));
      sendPage(
        ctx,
        assets,
        { title: `Playground: ${operationTexts[operation].label}`, scripts: ['playground.js'] },
        <PlaygroundPage
          operation={operation}
          keys={publishable}
          values={{ ...ctx.query }}
          address={addressOf(operation)}
        />,
      );
    });
    if (operation === 'icon') continue;
    router.post(`/playground/${operation}`, requireSignIn, async (ctx) => {
      checkCsrf(ctx, sessions);
      const sent = await readJsonText(ctx, maxBodyBytes);
      const response = await api(ctx, `/v1/${operation}`, sent);
      const { job = '', page = job } = ctx.state;
      if (response.status === 200) sendFragment(ctx, await resultOf[operation]({ job, page, sent: objectIn(sent) }));
      else sendRefusal(ctx, response);
    });
  }

  const addressOf = (operation: PlaygroundOperation) =>
    operation === 'icon' ? imageBaseUrl(settings) : `${baseUrl(settings)}/v1/${operation}`;
}

function sendRefusal(ctx: Context, { status, body }: SessionApiResponse) {
  sendFragment(
    ctx,
    <Notice tone="bad">
      <strong>{status}</strong> <Message text={String(body['error'])} />
    </Notice>,
  );
  ctx.status = status;
}

function objectIn(json: string): Record<string, unknown> {
  const parsed: unknown = JSON.parse(json);
  return isRecord(parsed) ? parsed : {};
}
