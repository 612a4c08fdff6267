import type { Child } from 'hono/jsx';
import { isRecord } from '../../../contracts/json/isRecord.ts';
import type { PageItem } from '../../../contracts/results/page.ts';
import { baseUrl, imageBaseUrl } from '../../http/baseUrl.ts';
import { readJson } from '../../http/body.ts';
import type { Context } from '../../http/context.ts';
import { checkCsrf } from '../csrf.ts';
import type { PageDeps, PageRouter } from '../deps.ts';
import { viewerOf } from '../requireSignIn.ts';
import type { SessionApi, SessionApiResponse } from '../sessionApi.ts';
import { Notice } from '../view/components.tsx';
import { Highlighted } from '../view/Highlighted.tsx';
import { PageItemViews } from '../view/PageItemViews.tsx';
import { sendFragment, sendPage } from '../view/send.tsx';
import { BrandingView } from './BrandingView.tsx';
import { operations, operationTexts, type PlaygroundOperation } from './operationForms.tsx';
import { PlaygroundPage } from './PlaygroundPage.tsx';

const maxBodyBytes = 1024 * 1024;

/** Pages on which people can try every operation of the APIs. */
export function playgroundRoutes(router: PageRouter, deps: PageDeps, api: SessionApi) {
  const { settings, storage, sessions, assets, requireSignIn } = deps;

  router.get('/playground', requireSignIn, (ctx) => ctx.redirect('/playground/scrape'));

  for (const operation of operations) {
    router.get(`/playground/${operation}`, requireSignIn, async (ctx) => {
      const keys = await storage.keys.ofAccount(viewerOf(ctx).account._id);
      const publishable = keys.flatMap(({ name, publishable: key }) => (key ? [{ name, key }] : []));
      sendPage(
        ctx,
        assets,
        { title: `Playground: ${operationTexts[operation].label}`, scripts: ['playground.js'] },
        <PlaygroundPage operation={operation} keys={publishable} address={addressOf(operation)} />,
      );
    });
    if (operation === 'icon') continue;
    router.post(`/playground/${operation}`, requireSignIn, async (ctx) => {
      checkCsrf(ctx, sessions);
      const json = await readJson(ctx, maxBodyBytes);
      const body = isRecord(json) ? json : {};
      const response = await api(ctx, `/v1/${operation}`, body);
      if (operation === 'branding') await sendBranding(ctx, response, body['url']);
      else sendResult(ctx, response, operation === 'scrape' ? pageView : extractView);
    });
  }

  /** The API's response has only the URL of the logo; its bytes are stored beside the profile. */
  async function sendBranding(ctx: Context, response: SessionApiResponse, url: unknown) {
    const { job } = ctx.state;
    const stored = job !== undefined && response.status === 200 ? await storage.profiles.find(job) : undefined;
    const logo = stored?.pictures?.find((picture) => picture.url === stored.profile.images?.logo)?.data;
    const host = typeof url === 'string' && URL.canParse(url) ? new URL(url).host : '';
    sendResult(ctx, response, (data, warning) => (
      <>
        <Warning text={warning} />
        <BrandingView data={data} host={host} logo={logo} />
      </>
    ));
  }

  const addressOf = (operation: PlaygroundOperation) =>
    operation === 'icon' ? imageBaseUrl(settings) : `${baseUrl(settings)}/v1/${operation}`;
}

type ResultView = (data: Record<string, unknown>, warning: unknown) => Child;

function sendResult(ctx: Context, { status, body }: SessionApiResponse, view: ResultView) {
  if (status !== 200) {
    sendFragment(
      ctx,
      <Notice tone="bad">
        <strong>{status}</strong> {String(body['error'])}
      </Notice>,
    );
    ctx.status = status;
    return;
  }
  sendFragment(ctx, view(isRecord(body['data']) ? body['data'] : {}, body['warning']));
}

const pageView: ResultView = (data) => <>{isPageItem(data) && <PageItemViews item={data} />}</>;

const extractView: ResultView = (data, warning) => (
  <>
    <Warning text={warning} />
    <Highlighted text={JSON.stringify(data, undefined, 2)} language="json" label="Extracted data" />
  </>
);

function Warning({ text }: { text: unknown }) {
  return typeof text === 'string' ? <Notice tone="warn">{text}</Notice> : null;
}

function isPageItem(value: Record<string, unknown>): value is PageItem & Record<string, unknown> {
  return typeof value['url'] === 'string' && isRecord(value['metadata']);
}
