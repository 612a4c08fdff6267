import { Failure } from '../../../contracts/failures.ts';
import { canBeRegistered, parseDomain } from '../../../contracts/images/domain.ts';
import { maxQueryLength } from '../../../contracts/images/nameSearch.ts';
import { parseImageParameters, type Theme } from '../../../contracts/images/parameters.ts';
import { imageBaseUrl } from '../../../runtime/baseUrl.ts';
import type { Source, SourceName } from '../../../storage/sources.ts';
import { type Context, pathParameter } from '../../http/context.ts';
import { readForm } from '../csrf.ts';
import type { PageDeps, PageRouter } from '../deps.ts';
import { viewerOf } from '../requireSignIn.ts';
import { dashboardKey } from '../signedIn.ts';
import { redirectAfterPost, sendPage } from '../view/send.tsx';
import { DomainPage } from './DomainPage.tsx';
import { shownSize } from './Gallery.tsx';
import { IconsPage } from './IconsPage.tsx';

/** The pictures of a site are fetched again at most this often, counting the requests of all accounts. */
const minRefetchIntervalMs = 60_000;

/** Of the gallery. */
const galleryLength = 60;

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

export function iconsRoutes(router: PageRouter, deps: PageDeps) {
  const { settings, storage, flows, names, images, sessions, assets, requireSignIn, limitRate } = deps;

  async function sendDomain(ctx: Context, domain: string) {
    sendPage(
      ctx,
      assets,
      { title: `Icons of ${domain}`, done: doneTexts[String(ctx.query['done'])] },
      <DomainPage csrf={viewerOf(ctx).csrf} domain={domain} sources={await storage.sources.ofDomain(domain)} />,
    );
  }

  router.get('/icons', requireSignIn, async (ctx) => {
    const asked = textOf(ctx, 'domain');
    const { domain, problem } = asked ? parseDomain(asked) : {};
    if (domain) return sendDomain(ctx, domain);
    const typed = textOf(ctx, 'q').trim();
    const typedDomain = typed ? parseDomain(typed).domain : undefined;
    if (typedDomain) return ctx.redirect(`/icons?domain=${typedDomain}`);
    const account = viewerOf(ctx).account._id;
    const [found, keys] = await Promise.all([
      typed ? names.find(typed.slice(0, maxQueryLength), account) : names.bestKnown(galleryLength),
      storage.keys.ofAccount(account),
    ]);
    sendPage(
      ctx,
      assets,
      { title: 'Icons', scripts: ['nameSearch.js'] },
      <IconsPage
        typed={typed}
        problem={problem}
        names={found}
        imageUrl={imageBaseUrl(settings)}
        token={keys.find(({ publishable }) => publishable)?.publishable ?? 'pk_…'}
      />,
    );
  });

  /** As the image API has it. Nobody's request is counted, so it is for what the gallery and the search show alone. */
  router.get('/icons/of/:domain', requireSignIn, async (ctx) => {
    const { domain } = parseDomain(pathParameter(ctx, 'domain'));
    const found = domain ? await names.find(domain, viewerOf(ctx).account._id) : [];
    if (!domain || !found.some((each) => each.domain === domain))
      throw new Failure('NotFound', 'There is no such picture.');
    const theme = themeAsked(ctx.query['theme']);
    const parameters = parseImageParameters('icon', { theme, size: String(shownSize), retina: 'true' });
    const { answer } = await images.find(domain, parameters, dashboardKey(viewerOf(ctx).account));
    sendPicture(ctx, answer);
  });

  router.post('/icons/fetch', requireSignIn, limitRate, async (ctx) => {
    const form = await readForm(ctx, sessions);
    const { domain, problem } = parseDomain(form('domain'));
    if (!domain) throw new Failure('InvalidRequest', problem ?? 'This is not a domain.');
    if (!canBeRegistered(domain))
      throw new Failure('InvalidRequest', `No site can be at ${domain}: its last part is not a top-level domain.`);
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
    const { contentType = 'application/octet-stream', digest } = source;
    sendPicture(ctx, { contentType, body: await storage.pictures.getSource(digest), maxAgeSeconds: 300 });
  });
}

interface Picture {
  contentType: string;
  body?: Buffer | undefined;
  maxAgeSeconds: number;
}

function sendPicture(ctx: Context, { contentType, body, maxAgeSeconds }: Picture) {
  ctx.type = contentType;
  // The file comes from an untrusted site. Opened on its own, an SVG must not run scripts on this origin.
  ctx.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  ctx.set('Cache-Control', `private, max-age=${maxAgeSeconds}`);
  ctx.body = body;
}

function textOf(ctx: Context, name: string): string {
  const value = ctx.query[name];
  return typeof value === 'string' ? value : '';
}

function themeAsked(text: unknown): Theme {
  return text === 'dark' ? 'dark' : 'light';
}

function isRecent({ checkedAt }: Source) {
  return Date.now() - checkedAt.getTime() < minRefetchIntervalMs;
}

function sourceNameOf(ctx: Context): SourceName {
  return {
    kind: pathParameter(ctx, 'kind') === 'og' ? 'og' : 'icon',
    theme: themeAsked(pathParameter(ctx, 'theme')),
    domain: parseDomain(pathParameter(ctx, 'domain')).domain ?? '',
  };
}
