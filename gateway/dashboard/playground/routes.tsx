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
import { CodeBlock, Notice, PageHead } from '../view/components.tsx';
import { Highlighted } from '../view/Highlighted.tsx';
import { Icon } from '../view/Icon.tsx';
import { PageItemViews } from '../view/PageItemViews.tsx';
import { sendFragment, sendPage } from '../view/send.tsx';
import { BrandingView } from './BrandingView.tsx';
import { operationFields, operations, operationTexts, type PlaygroundOperation } from './operationForms.tsx';

const bodyLimit = 1024 * 1024;

/** Everything the APIs do, tried out by hand. */
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
        <Playground operation={operation} keys={publishable} {...addresses(operation)} />,
      );
    });
    if (operation === 'icon') continue;
    router.post(`/playground/${operation}`, requireSignIn, async (ctx) => {
      checkCsrf(ctx, sessions);
      const body = await readJson(ctx, bodyLimit);
      const answer = await api(ctx, `/v1/${operation}`, isRecord(body) ? body : {});
      if (operation === 'branding') await answerBrand(ctx, answer, isRecord(body) ? body['url'] : undefined);
      else answerWith(ctx, operation, answer);
    });
  }

  /** The logo is not in the API's answer; it was kept beside the profile. */
  async function answerBrand(ctx: Context, answer: SessionApiResponse, url: unknown) {
    const job: unknown = ctx.state.job;
    const stored = typeof job === 'string' && answer.status === 200 ? await storage.profiles.find(job) : undefined;
    const logo = stored?.pictures?.find((picture) => picture.url === stored.profile.images?.logo)?.data;
    const host = typeof url === 'string' && URL.canParse(url) ? new URL(url).host : '';
    answerWith(ctx, 'branding', answer, (data) => <BrandingView data={data} host={host} logo={logo} />);
  }

  const addresses = (operation: PlaygroundOperation) =>
    operation === 'icon' ? { address: imageBaseUrl(settings) } : { address: `${baseUrl(settings)}/v1/${operation}` };
}

function answerWith(
  ctx: Context,
  operation: Exclude<PlaygroundOperation, 'icon'>,
  { status, body }: SessionApiResponse,
  view?: (data: Record<string, unknown>) => Child,
) {
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
  const data = isRecord(body['data']) ? body['data'] : {};
  sendFragment(
    ctx,
    <>
      {operation !== 'scrape' && typeof body['warning'] === 'string' && <Notice tone="warn">{body['warning']}</Notice>}
      {operation === 'scrape' && isPageItem(data) && <PageItemViews item={data} />}
      {operation === 'extract' && (
        <Highlighted text={JSON.stringify(data, undefined, 2)} language="json" label="Extracted data" />
      )}
      {view?.(data)}
    </>,
  );
}

function isPageItem(value: Record<string, unknown>): value is PageItem & Record<string, unknown> {
  return typeof value['url'] === 'string' && isRecord(value['metadata']);
}

interface PlaygroundProps {
  operation: PlaygroundOperation;
  keys: readonly { name: string; key: string }[];
  address: string;
}

function Playground({ operation, keys, address }: PlaygroundProps) {
  return (
    <>
      <PageHead title="Playground" lead={operationTexts[operation].lead} />
      <nav class="tabs" aria-label="Operations">
        {operations.map((each) => (
          <a href={`/playground/${each}`} {...(each === operation && { 'aria-current': 'page' })}>
            {operationTexts[each].label}
          </a>
        ))}
      </nav>
      <div class="card">
        <form class="stack" data-playground={operation} data-address={address}>
          {operationFields[operation]({ keys })}
          <div class="actions start">
            <button type="submit" class="button primary">
              <Icon name="play" />
              {operationTexts[operation].button}
            </button>
            <span class="muted" data-state role="status" />
          </div>
        </form>
      </div>
      <section class="card" aria-label="Result" data-result hidden />
      <section class="card" aria-labelledby="curl-title">
        <header class="card-head">
          <h2 id="curl-title">The same with curl</h2>
          <button type="button" class="button small quiet" data-copy-from="curl">
            <Icon name="copy" />
            <span>Copy</span>
          </button>
        </header>
        <CodeBlock id="curl" label="curl line">
          {''}
        </CodeBlock>
      </section>
      <noscript>
        <Notice tone="warn">The playground needs JavaScript.</Notice>
      </noscript>
    </>
  );
}
