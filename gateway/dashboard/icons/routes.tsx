import type Router from '@koa/router';
import { Failure } from '../../../contracts/failures.ts';
import { parseDomain } from '../../../contracts/images/domain.ts';
import type { Source, SourceName } from '../../../storage/sources.ts';
import type { Context, RequestState, RouteMatch } from '../../http/context.ts';
import { readForm } from '../csrf.ts';
import type { PageDeps } from '../deps.ts';
import { viewerOf } from '../requireSignIn.ts';
import { sendPage } from '../view/send.tsx';
import { IconsPage } from './IconsPage.tsx';

/** A site is asked again at most this often, whoever presses the button. */
const everyMs = 60_000;

const pictures: readonly Omit<SourceName, 'domain'>[] = [
  { kind: 'icon', theme: 'light' },
  { kind: 'icon', theme: 'dark' },
  { kind: 'og', theme: 'light' },
];

const done: Record<string, string> = {
  fetched: 'The site was asked again.',
  recent: 'The site was asked within the last minute; this is what it said.',
  later: 'The site could not be asked just now; what is known stays.',
};

export function iconsRoutes(
  router: Router<RequestState, RouteMatch>,
  { storage, flows, sessions, assets, requireSignIn, limit }: PageDeps,
) {
  router.get('/icons', requireSignIn, async (ctx) => {
    const asked = typeof ctx.query['domain'] === 'string' ? ctx.query['domain'] : '';
    const { domain, problem } = asked ? parseDomain(asked) : {};
    sendPage(
      ctx,
      assets,
      { title: domain ? `Icons of ${domain}` : 'Icons', done: done[String(ctx.query['done'])] },
      <IconsPage
        csrf={viewerOf(ctx).csrf}
        asked={asked}
        domain={domain}
        problem={problem}
        sources={domain ? await storage.sources.ofDomain(domain) : []}
      />,
    );
  });

  router.post('/icons/fetch', requireSignIn, limit, async (ctx) => {
    const form = await readForm(ctx, sessions);
    const { domain, problem } = parseDomain(form('domain'));
    if (!domain) throw new Failure('InvalidRequest', problem ?? 'This is not a domain.');
    const back = (word: keyof typeof done) => {
      ctx.redirect(`/icons?domain=${encodeURIComponent(domain)}&done=${word}`);
      ctx.status = 303;
    };
    const known = await storage.sources.ofDomain(domain);
    if (known.length === pictures.length && known.every(isRecent)) {
      back('recent');
      return;
    }
    const asked = await Promise.allSettled(
      pictures.map((picture) => flows.refreshIcon({ ...picture, domain, wanted: [] })),
    );
    back(asked.some(({ status }) => status === 'fulfilled') ? 'fetched' : 'later');
  });

  router.get('/icons/picture/:kind/:theme/:domain', requireSignIn, async (ctx) => {
    const source = await storage.sources.find(nameIn(ctx));
    if (!source?.digest) throw new Failure('NotFound', 'There is no such picture.');
    ctx.type = source.contentType ?? 'application/octet-stream';
    // A stranger's file: a picture in a page, and nothing else anywhere.
    ctx.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    ctx.set('Cache-Control', 'private, max-age=300');
    ctx.body = await storage.pictures.getSource(source.digest);
  });
}

function isRecent({ checkedAt }: Source) {
  return Date.now() - checkedAt.getTime() < everyMs;
}

function nameIn(ctx: Context): SourceName {
  const { kind, theme, domain } = ctx['params'];
  return {
    kind: kind === 'og' ? 'og' : 'icon',
    theme: theme === 'dark' ? 'dark' : 'light',
    domain: parseDomain(domain).domain ?? '',
  };
}
