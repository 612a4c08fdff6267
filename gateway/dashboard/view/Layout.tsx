import type { Child } from 'hono/jsx';
import type { Viewer } from '../../accounts/viewer.ts';
import type { Assets } from '../assets.ts';
import { Notice } from './components.tsx';
import { formatNumber } from './format.ts';
import { Csrf } from './formControls.tsx';
import { Icon, SightreadLogo } from './Icon.tsx';
import { isCurrent, type MenuItem, menuItems } from './menu.ts';

export interface PageOptions {
  title: string;
  /** Files of `client/` that this page needs in addition to `everyPage.js`. */
  scripts?: readonly string[];
  /** How often the browser fetches the page again to update its live parts. */
  refreshMs?: number;
  /** Confirms the action that led to this page. */
  done?: string | undefined;
}

interface LayoutProps extends PageOptions {
  path: string;
  assets: Assets;
  /** The visitor's choice; without one, the system's setting decides. */
  theme: 'light' | 'dark' | undefined;
  viewer: Viewer | undefined;
  children?: Child;
}

/** The document around every page: head, menu, banner and notices. */
export function Layout(props: LayoutProps) {
  const { title, path, assets, theme, viewer, scripts = [], refreshMs, done, children } = props;
  return (
    <html lang="en" {...(theme && { 'data-theme': theme })}>
      <Head title={title} assets={assets} scripts={scripts} csrf={viewer?.csrf} />
      <body class={viewer ? 'inside' : 'outside'}>
        <a class="skip" href="#main">
          Skip to content
        </a>
        {viewer && <Menu path={path} viewer={viewer} />}
        <main id="main" tabindex={-1} {...(refreshMs && { 'data-refresh': String(refreshMs) })}>
          {viewer?.images.over && <OverageBanner viewer={viewer} />}
          {done && (
            <Notice tone="good" live>
              {done}
            </Notice>
          )}
          {children}
        </main>
      </body>
    </html>
  );
}

interface HeadProps extends Pick<LayoutProps, 'title' | 'assets' | 'scripts'> {
  csrf?: string | undefined;
}

export function Head({ title, assets, scripts = [], csrf }: HeadProps) {
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      {csrf && <meta name="csrf" content={csrf} />}
      <title>{`${title} · Sightread`}</title>
      <link rel="icon" type="image/svg+xml" href={assets.url('mark.svg')} />
      <link rel="preload" as="font" type="font/woff2" href={assets.url('inter.woff2')} crossorigin="anonymous" />
      <link rel="stylesheet" href={assets.url('dashboard.css')} />
      {['everyPage.js', ...scripts].map((name) => (
        <script src={assets.url(name)} type="module" />
      ))}
    </head>
  );
}

function Menu({ path, viewer }: { path: string; viewer: Viewer }) {
  return (
    <header class="side">
      <a class="brand" href="/">
        <SightreadLogo />
        <span>Sightread</span>
      </a>
      <nav class="places" aria-label="Main">
        {menuItems.map((item) => (
          <MenuLink {...item} path={path} {...(item.isSecondary && { className: 'secondary' })} />
        ))}
        <button type="button" class="more-places" popovertarget="more-places">
          <Icon name="more" />
          <span>More</span>
        </button>
        <div id="more-places" popover="auto" class="more-list">
          {menuItems
            .filter(({ isSecondary }) => isSecondary)
            .map((item) => (
              <MenuLink {...item} path={path} />
            ))}
        </div>
      </nav>
      <div class="side-foot">
        <a href="/docs" class="foot-link docs">
          <Icon name="book" />
          <span>Guides and reference</span>
        </a>
        <button type="button" class="foot-link" data-theme-toggle>
          <Icon name="theme" />
          <span>Light or dark</span>
        </button>
        <a href="/account" class="foot-link" {...(path === '/account' && { 'aria-current': 'page' })}>
          <Icon name="person" />
          <span class="who" title={viewer.account.email}>
            {viewer.account.email}
          </span>
        </a>
        <form method="post" action="/sign-out">
          <Csrf token={viewer.csrf} />
          <button type="submit" class="foot-link">
            <Icon name="out" />
            <span>Sign out</span>
          </button>
        </form>
      </div>
    </header>
  );
}

function MenuLink({ href, label, icon, path, className }: MenuItem & { path: string; className?: string }) {
  return (
    <a href={href} {...(className && { class: className })} {...(isCurrent(path, href) && { 'aria-current': 'page' })}>
      <Icon name={icon} />
      <span>{label}</span>
    </a>
  );
}

function OverageBanner({ viewer: { images } }: { viewer: Viewer }) {
  return (
    <aside class="banner" aria-label="Over the allowance" data-live="banner">
      <Icon name="warn" />
      <p>
        <strong>Over this month’s allowance.</strong> {formatNumber(images.requests)} image requests of{' '}
        {formatNumber(images.allowance ?? 0)}. Nothing is blocked: every image is served as before.
      </p>
      <a href="/usage">See usage</a>
    </aside>
  );
}
