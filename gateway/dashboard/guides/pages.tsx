import { PageHead } from '../view/components.tsx';
import { type Guide, groupsOf } from './guide.ts';
import type { Hit } from './search.ts';

export function GuidePage({ guide, before, after }: { guide: Guide; before?: Guide; after?: Guide }) {
  const { html, headings } = guide.html();
  return (
    <div class="guide">
      <article class="prose" dangerouslySetInnerHTML={{ __html: html }} />
      <aside class="on-this-page" aria-label="On this page">
        <h2>On this page</h2>
        <ul>
          {headings.map(({ id, text }) => (
            <li>
              <a href={`#${id}`}>{text}</a>
            </li>
          ))}
        </ul>
        <p>
          <a href={`/docs/${guide.slug}.md`}>This page as markdown</a>
        </p>
      </aside>
      <nav class="docs-turn" aria-label="Next and previous">
        {before && (
          <a href={`/docs/${before.slug}`} rel="prev">
            <span class="muted">Previous</span> {before.title}
          </a>
        )}
        {after && (
          <a href={`/docs/${after.slug}`} rel="next">
            <span class="muted">Next</span> {after.title}
          </a>
        )}
      </nav>
    </div>
  );
}

export function GuideIndexPage({ guides }: { guides: readonly Guide[] }) {
  return (
    <>
      <PageHead
        title="Guides"
        lead={
          <>
            Tests run the examples on these pages. Every operation with all of its fields is in the{' '}
            <a href="/v1/docs">API reference</a>; agents begin at <a href="/llms.txt">llms.txt</a>.
          </>
        }
      />
      {groupsOf(guides).map(({ group, guides: inGroup }) => (
        <section class="docs-group">
          <h2>{group}</h2>
          <ul>
            {inGroup.map(({ slug, title, summary }) => (
              <li>
                <a href={`/docs/${slug}`}>
                  <strong>{title}</strong>
                  <span class="muted">{summary}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

export function SearchPage({ query, hits }: { query: string; hits: readonly Hit[] }) {
  const count = hits.length === 0 ? 'Nothing' : hits.length === 1 ? 'One section' : `${hits.length} sections`;
  return (
    <>
      <PageHead title="Search" lead={`${count} with “${query}”.`} />
      {hits.length === 0 && (
        <p>
          Every word has to be there. <a href="/docs">All guides</a>, or the <a href="/v1/docs">API reference</a>.
        </p>
      )}
      <ul class="docs-hits">
        {hits.map(({ guide, heading, href, excerpt }) => (
          <li>
            <a href={href}>{heading === guide.title ? heading : `${guide.title}: ${heading}`}</a>
            <p class="muted">{excerpt}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
