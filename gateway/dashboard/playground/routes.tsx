import type { Child } from 'hono/jsx';
import { isRecord } from '../../../contracts/json/isRecord.ts';
import { baseUrl, imageBaseUrl } from '../../../runtime/baseUrl.ts';
import { storedResult } from '../../api/storedResult.ts';
import { readJsonText } from '../../http/body.ts';
import type { Context } from '../../http/context.ts';
import { checkCsrf } from '../csrf.ts';
import type { PageDeps, PageRouter } from '../deps.ts';
import { viewerOf } from '../requireSignIn.ts';
import type { SessionApi, SessionApiResponse } from '../sessionApi.ts';
import { Notice } from '../view/components.tsx';
import { Highlighted } from '../view/Highlighted.tsx';
import { ItemTabs } from '../view/item/ItemTabs.tsx';
import { sendFragment, sendPage } from '../view/send.tsx';
import { BrandingView } from './BrandingView.tsx';
import { MapView } from './MapView.tsx';
import { operations, operationTexts, type PlaygroundOperation } from './operationForms.tsx';
import { PlaygroundPage } from './PlaygroundPage.tsx';

/** A schema of the largest size, indented. */
const maxBodyBytes = 256 * 1024;

/** Pages on which people can try every operation of the APIs. */
export function playgroundRoutes(router: PageRouter, deps: PageDeps, api: SessionApi) {
  const { settings, storage, resultViews, sessions, assets, requireSignIn } = deps;

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
      const sent = await readJsonText(ctx, maxBodyBytes);
      const response = await api(ctx, `/v1/${operation}`, sent);
      const { job = '' } = ctx.state;
      if (response.status === 200) sendFragment(ctx, await resultOf[operation]({ job, sent, ...response.body }));
      else sendRefusal(ctx, response);
    });
  }

  const resultOf: Record<Exclude<PlaygroundOperation, 'icon'>, ResultView> = {
    async scrape({ job }) {
      return <ItemTabs item={await resultViews.item(storedResult(await storage.pages.content(job, 0), job))} />;
    },
    async map({ job }) {
      const answer = await storage.answers.text(job);
      return <MapView answer={storedResult(answer, job)} />;
    },
    async extract({ job }) {
      const answer = await resultViews.answer(storedResult(await storage.answers.text(job), job));
      return (
        <>
          <Warning text={answer.warning} />
          <Highlighted text={answer.data} language="json" label="Extracted data" />
          {answer.evidence && <Highlighted text={answer.evidence} language="json" label="Evidence" />}
        </>
      );
    },
    /** The API's response has only the URL of the logo; its bytes are stored beside the profile. */
    async branding({ job, sent, data, warning }) {
      const { profile, pictures } = storedResult(await storage.profiles.find(job), job);
      const logo = pictures?.find(({ url }) => url === profile.images?.logo)?.data;
      return (
        <>
          <Warning text={warning} />
          <BrandingView data={isRecord(data) ? data : {}} host={hostOf(sent)} logo={logo} />
        </>
      );
    },
  };

  const addressOf = (operation: PlaygroundOperation) =>
    operation === 'icon' ? imageBaseUrl(settings) : `${baseUrl(settings)}/v1/${operation}`;
}

interface Result {
  job: string;
  /** The body of the request, which the API has found valid. */
  sent: string;
  /** Fields of the API's answer; absent if that is a stream. */
  data?: unknown;
  warning?: unknown;
}

type ResultView = (result: Result) => Promise<Child>;

function sendRefusal(ctx: Context, { status, body }: SessionApiResponse) {
  sendFragment(
    ctx,
    <Notice tone="bad">
      <strong>{status}</strong> {String(body['error'])}
    </Notice>,
  );
  ctx.status = status;
}

function hostOf(sent: string): string {
  const { url }: { url: string } = JSON.parse(sent);
  return new URL(url).host;
}

function Warning({ text }: { text: unknown }) {
  return typeof text === 'string' ? <Notice tone="warn">{text}</Notice> : null;
}
