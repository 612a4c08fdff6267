import type { Child } from 'hono/jsx';
import { Failure } from '../../../contracts/failures.ts';
import { baseUrl, imageBaseUrl } from '../../../runtime/baseUrl.ts';
import { type Context, pathParameter } from '../../http/context.ts';
import type { PageDeps, PageRouter } from '../deps.ts';
import { themeOf } from '../view/send.tsx';
import { GuideLayout } from './GuideLayout.tsx';
import { loadGuides } from './guide.ts';
import { llmsText } from './llmsText.ts';
import { GuideIndexPage, GuidePage, SearchPage } from './pages.tsx';
import { createSearch } from './search.ts';

const maxQueryLength = 200;

/** The guides of `docs/guides`: pages for people, markdown for programs. */
export function guideRoutes(router: PageRouter, { settings, assets }: Pick<PageDeps, 'settings' | 'assets'>) {
  const api = baseUrl(settings);
  const guides = loadGuides({ api, images: imageBaseUrl(settings) });
  const search = createSearch(guides.all);
  const list = llmsText(guides.all, api);

  function sendGuide(ctx: Context, body: Child, shown: Shown) {
    const layout = { ...shown, assets, guides: guides.all, theme: themeOf(ctx) };
    ctx.type = 'html';
    // The page has the theme of the visitor's cookie.
    ctx.set('Cache-Control', 'private, no-cache');
    ctx.body = `<!doctype html>${<GuideLayout {...layout}>{body}</GuideLayout>}`;
  }

  router.get('/llms.txt', (ctx) => sendText(ctx, 'text/plain', list));

  router.get('/docs', (ctx) => {
    const { q } = ctx.query;
    const query = (typeof q === 'string' ? q : '').trim().slice(0, maxQueryLength);
    if (query !== '')
      return sendGuide(ctx, <SearchPage query={query} hits={search(query)} />, { title: `Search: ${query}`, query });
    if (wantsMarkdown(ctx)) return sendText(ctx, 'text/markdown', list);
    sendGuide(ctx, <GuideIndexPage guides={guides.all} />, { title: 'Guides' });
  });

  router.get('/docs/:page', (ctx) => {
    const [, slug = '', suffix] = /^(.*?)(\.md)?$/.exec(pathParameter(ctx, 'page')) ?? [];
    const guide = guides.find(slug);
    if (!guide) throw new Failure('NotFound', `There is no guide called ${slug}: /docs lists what there is.`);
    if (suffix !== undefined || wantsMarkdown(ctx)) return sendText(ctx, 'text/markdown', guide.markdown);
    const place = guides.all.indexOf(guide);
    const [before, after] = [guides.all[place - 1], guides.all[place + 1]];
    sendGuide(ctx, <GuidePage guide={guide} {...(before && { before })} {...(after && { after })} />, {
      title: guide.title,
      current: slug,
    });
  });
}

interface Shown {
  title: string;
  /** The slug of the guide that is shown. */
  current?: string;
  query?: string;
}

/** Browsers name HTML; an agent may ask for markdown instead. */
function wantsMarkdown(ctx: Context): boolean {
  ctx.vary('Accept');
  return ctx.accepts('html', 'text/markdown') === 'text/markdown';
}

function sendText(ctx: Context, type: string, text: string) {
  ctx.type = `${type}; charset=utf-8`;
  ctx.set('Cache-Control', 'public, max-age=300');
  ctx.body = text;
}
