import type { Child } from 'hono/jsx';
import type { Assets } from '../assets.ts';
import { Icon, SightreadLogo } from '../view/Icon.tsx';
import { Head } from '../view/Layout.tsx';
import { type Guide, groupsOf } from './guide.ts';

interface GuideLayoutProps {
  title: string;
  assets: Assets;
  theme: 'light' | 'dark' | undefined;
  guides: readonly Guide[];
  /** The slug of the guide that is shown. */
  current?: string | undefined;
  query?: string;
  children?: Child;
}

/** The document around every guide; nobody has to sign in for it. */
export function GuideLayout({ title, assets, theme, guides, current, query = '', children }: GuideLayoutProps) {
  return (
    <html lang="en" {...(theme && { 'data-theme': theme })}>
      <Head title={title} assets={assets} scripts={['code.js']} />
      <body class="docs">
        <a class="skip" href="#main">
          Skip to content
        </a>
        <header class="docs-bar">
          <a class="brand" href="/docs">
            <SightreadLogo />
            <span>Sightread</span>
          </a>
          <search class="docs-search">
            <form action="/docs">
              <input
                type="search"
                name="q"
                value={query}
                placeholder="Search the guides"
                aria-label="Search the guides"
                maxlength={200}
              />
            </form>
          </search>
          <nav aria-label="Main">
            <a href="/v1/docs">API reference</a>
            <a href="/">Dashboard</a>
            <button type="button" class="button small quiet" data-theme-toggle aria-label="Light or dark">
              <Icon name="theme" />
            </button>
          </nav>
        </header>
        <GuideList guides={guides} current={current} />
        <main id="main" tabindex={-1}>
          {children}
        </main>
      </body>
    </html>
  );
}

function GuideList({ guides, current }: { guides: readonly Guide[]; current: string | undefined }) {
  return (
    <>
      {/* On a phone the list would stand before every page: there it is opened by this box, without a script. */}
      <input type="checkbox" id="docs-list-open" class="hidden" aria-label="All guides" />
      <label for="docs-list-open" class="docs-list-open">
        All guides
      </label>
      <nav class="docs-list" aria-label="Guides">
        {groupsOf(guides).map(({ group, guides: inGroup }) => (
          <>
            <h2>{group}</h2>
            <ul>
              {inGroup.map(({ slug, title }) => (
                <li>
                  <a href={`/docs/${slug}`} {...(slug === current && { 'aria-current': 'page' })}>
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </>
        ))}
      </nav>
    </>
  );
}
