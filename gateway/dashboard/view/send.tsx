import type { Child } from 'hono/jsx';
import type { Context } from '../../http/context.ts';
import type { Assets } from '../assets.ts';
import { Layout, type PageOptions } from './Layout.tsx';

/** Answers with a whole page. */
export function sendPage(ctx: Context, assets: Assets, options: PageOptions, body: Child): void {
  const layout = { ...options, assets, path: ctx.path, theme: themeOf(ctx), viewer: ctx.state.viewer };
  ctx.type = 'html';
  // Pages are personal; no shared cache may keep them.
  ctx.set('Cache-Control', 'no-store');
  ctx.body = `<!doctype html>${<Layout {...layout}>{body}</Layout>}`;
}

/** Answers with a part of a page, which a script of the dashboard inserts. */
export function sendFragment(ctx: Context, body: Child): void {
  ctx.type = 'html';
  ctx.set('Cache-Control', 'no-store');
  ctx.body = String(body);
}

/** Answers a submitted form with a redirect, so that reloading the next page does not submit it again. */
export function redirectAfterPost(ctx: Context, path: string): void {
  ctx.redirect(path);
  ctx.status = 303;
}

export function themeOf(ctx: Context): 'light' | 'dark' | undefined {
  const theme = ctx.cookies.get('sightread_theme');
  return theme === 'light' || theme === 'dark' ? theme : undefined;
}
