import type { Child } from 'hono/jsx';
import type { Context } from 'koa';
import type { Assets } from '../assets.ts';
import type { Viewer } from '../requireSignIn.ts';
import { type Frame, Layout } from './Layout.tsx';

/** Who looks; for routes that `signedIn` stands in front of. */
export function viewerOf(ctx: Context): Viewer {
  const viewer: Viewer | undefined = ctx.state['viewer'];
  if (!viewer) throw new Error('this route is not behind signedIn');
  return viewer;
}

type About = Pick<Frame, 'title' | 'scripts' | 'refreshMs' | 'done'>;

/** Answers with a whole page. */
export function sendPage(ctx: Context, assets: Assets, about: About, body: Child): void {
  const frame: Frame = { ...about, assets, path: ctx.path, theme: themeOf(ctx), viewer: ctx.state['viewer'] };
  ctx.type = 'html';
  // What one person sees is not for a cache that another one uses.
  ctx.set('Cache-Control', 'no-store');
  ctx.body = `<!doctype html>${<Layout frame={frame}>{body}</Layout>}`;
}

/** Answers with a part of a page, for a script that puts it in its place. */
export function sendFragment(ctx: Context, body: Child): void {
  ctx.type = 'html';
  ctx.set('Cache-Control', 'no-store');
  ctx.body = String(body);
}

function themeOf(ctx: Context): 'light' | 'dark' | undefined {
  const theme = ctx.cookies.get('sightread_theme');
  return theme === 'light' || theme === 'dark' ? theme : undefined;
}
