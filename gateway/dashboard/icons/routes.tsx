import { Failure } from '../../../contracts/failures.ts';
import { parseDomain } from '../../../contracts/images/domain.ts';
import type { Source, SourceName } from '../../../storage/sources.ts';
import { type Context, pathParameter } from '../../http/context.ts';
import { readForm } from '../csrf.ts';
import type { PageDeps, PageRouter } from '../deps.ts';
import { viewerOf } from '../requireSignIn.ts';
import { redirectAfterPost, sendPage } from '../view/send.tsx';
import { IconsPage } from './IconsPage.tsx';

/** The pictures of a site are fetched again at most this often, counting the requests of all accounts. */
const minRefetchIntervalMs = 60_000;

const pictureNames: readonly Omit<SourceName, 'domain'>[] = [
  { kind: 'icon', theme: 'light' },
  { kind: 'icon', theme: 'dark' },
  { kind: 'og', theme: 'light' },
];

const doneTexts: Record<string, string> = {
  fetched: 'The site was asked again.',
  recent: 'The site was asked less than a minute ago; these are its pictures.',
  later: 'The site could not be asked just now; the known pictures stay in use.',
};

export function iconsRoutes(
  router: PageRouter,
  { storage, flows, sessions, assets, requireSignIn, limitRate }: PageDeps,
) {
  router.get('/icons', requireSignIn, async (ctx) => {
    const query = typeof ctx.query['domain'] === 'string' ? ctx.query['domain'] : '';
    const { domain, problem } = query ? parseDomain(query) : {};
    sendPage(
      ctx,
      assets,
      { title: domain ? `Icons of ${domain}` : 'Icons', done: doneTexts[String(ctx.query['done'])] },
      <IconsPage
        csrf={viewerOf(ctx).csrf}
        query={query}
        domain={domain}
        problem={problem}
        sources={domain ? await storage.sources.ofDomain(domain) : []}
      />,
    );
  });

  router.post('/icons/fetch', requireSignIn, limitRate, async (ctx) => {
    const form = await readForm(ctx, sessions);
    const { domain, problem } = parseDomain(form('domain'));
    if (!domain) throw new Failure('InvalidRequest', problem ?? 'This is not a domain.');
    const redirect = (done: keyof typeof doneTexts) =>
      redirectAfterPost(ctx, `/icons?domain=${encodeURIComponent(domain)}&done=${done}`);
    const known = await storage.sources.ofDomain(domain);
    if (known.length === pictureNames.length && known.every(isRecent)) {
      redirect('recent');
      return;
    }
    const refreshes = await Promise.allSettled(
      pictureNames.map((picture) => flows.refreshIcon({ ...picture, domain, wanted: [] })),
    );
    redirect(refreshes.some(({ status }) => status === 'fulfilled') ? 'fetched' : 'later');
  });

  router.get('/icons/picture/:kind/:theme/:domain', requireSignIn, async (ctx) => {
    const source = await storage.sources.find(sourceNameOf(ctx));
    if (!source?.digest) throw new Failure('NotFound', 'There is no such picture.');
    ctx.type = source.contentType ?? 'application/octet-stream';
    // The file comes from an untrusted site. Opened on its own, an SVG must not run scripts on this origin.
    ctx.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    ctx.set('Cache-Control', 'private, max-age=300');
    ctx.body = await storage.pictures.getSource(source.digest);
  });
}

function isRecent({ checkedAt }: Source) {
  return Date.now() - checkedAt.getTime() < minRefetchIntervalMs;
}

function sourceNameOf(ctx: Context): SourceName {
  return {
    kind: pathParameter(ctx, 'kind') === 'og' ? 'og' : 'icon',
    theme: pathParameter(ctx, 'theme') === 'dark' ? 'dark' : 'light',
    domain: parseDomain(pathParameter(ctx, 'domain')).domain ?? '',
  };
}
