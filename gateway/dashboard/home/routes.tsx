import type Router from '@koa/router';
import { planNamed } from '../../../runtime/plans.ts';
import { monthOf } from '../../../storage/ledger.ts';
import { baseUrl, imageBaseUrl } from '../../http/baseUrl.ts';
import type { PageDeps } from '../deps.ts';
import { viewerOf } from '../requireSignIn.ts';
import { Card, CodeBlock, Meter, PageHead, Stat } from '../view/components.tsx';
import { formatDay, formatLimit, formatNumber } from '../view/format.ts';
import { Icon } from '../view/Icon.tsx';
import { sendPage } from '../view/send.tsx';

/** Where somebody lands: how things stand, and how to begin. */
export function homeRoutes(router: Router, { settings, plans, storage, assets, requireSignIn }: PageDeps) {
  router.get('/', requireSignIn, async (ctx) => {
    const { account, images } = viewerOf(ctx);
    const now = new Date();
    const [{ used, reserved }, keys, jobs] = await Promise.all([
      storage.ledger.balance(account._id, monthOf(now)),
      storage.keys.ofAccount(account._id),
      storage.jobs.ofAccount(account._id, { offset: 0, limit: 100 }),
    ]);
    const { credits } = planNamed(plans, account.plan);
    const publishable = keys.find(({ kind }) => kind === 'publishable')?.publishable;
    const running = jobs.filter(({ status }) => status === 'scraping').length;
    const reset = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
    const iconUrl = `${imageBaseUrl(settings)}/github.com?token=${publishable ?? 'pk_…'}`;
    sendPage(
      ctx,
      assets,
      { title: 'Home', refreshMs: 5_000 },
      <>
        <PageHead title="Welcome" lead="Websites, read for your programs: pages, data, brands and icons." />
        <div class="stats" data-live="stats">
          <Stat label="Credits used" value={formatNumber(used + reserved)}>
            <Meter label="Credits used this month" value={used + reserved} max={credits} />
            <p class="muted">
              of {formatLimit(credits)} · resets {formatDay(reset)}
            </p>
          </Stat>
          <Stat label="Image requests" value={formatNumber(images.requests)}>
            <Meter label="Image requests this month" value={images.requests} max={images.allowance} />
            <p class="muted">of {formatLimit(images.allowance)} this month</p>
          </Stat>
          <Stat label="Jobs running" value={formatNumber(running)}>
            <p class="muted">
              {formatNumber(jobs.length)} in the last day · <a href="/jobs">see all</a>
            </p>
          </Stat>
        </div>
        <div class="pair">
          <Card
            title="Read a page"
            id="read"
            lead={
              <>
                With a secret key, <code>sr_…</code>, from your server.
              </>
            }
          >
            <CodeBlock label="curl line for a scrape">
              {`curl ${baseUrl(settings)}/v1/scrape \\\n  -H "Authorization: Bearer $SIGHTREAD_KEY" \\\n  -H "Content-Type: application/json" \\\n  -d '{"url": "https://example.com"}'`}
            </CodeBlock>
            <div class="actions start">
              <a class="button" href="/playground/scrape">
                <Icon name="play" />
                Try it here
              </a>
              <a class="button quiet" href="/keys">
                Your keys
              </a>
            </div>
          </Card>
          <Card
            title="Show an icon"
            id="icon"
            lead={
              <>
                With a publishable key, <code>pk_…</code>, right in your page.
              </>
            }
          >
            <CodeBlock label="HTML for an icon">{`<img width="64" height="64"\n  src="${iconUrl}">`}</CodeBlock>
            <div class="actions start">
              <a class="button" href="/playground/icon">
                <Icon name="image" />
                Try it here
              </a>
            </div>
          </Card>
        </div>
      </>,
    );
  });
}
