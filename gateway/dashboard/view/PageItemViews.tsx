import type { PageItem } from '../../../contracts/results/page.ts';
import { Notice } from './components.tsx';
import { formatNumber } from './format.ts';
import { Highlighted } from './Highlighted.tsx';
import { Markdown } from './Markdown.tsx';
import { Tabs } from './Tabs.tsx';

const maxLinks = 500;

/** A scraped page in each of the requested formats. */
export function PageItemViews({ item }: { item: PageItem }) {
  const { markdown, html, links, metadata, warning } = item;
  const tabs = [
    markdown !== undefined && { label: 'Rendered', body: <Markdown text={markdown} /> },
    markdown !== undefined && {
      label: 'Markdown',
      body: <Highlighted text={markdown} language="markdown" label="Markdown" />,
    },
    html !== undefined && { label: 'HTML', body: <Highlighted text={html} language="html" label="HTML" /> },
    links !== undefined && { label: `Links (${links.length})`, body: <Links links={links} /> },
    {
      label: 'Metadata',
      body: (
        <dl class="facts">
          {Object.entries(metadata).map(([name, value]) => (
            <>
              <dt>{name}</dt>
              <dd>{String(value)}</dd>
            </>
          ))}
        </dl>
      ),
    },
    {
      label: 'JSON',
      body: <Highlighted text={JSON.stringify(item, undefined, 2)} language="json" label="JSON" />,
    },
  ].filter((tab) => tab !== false);
  return (
    <>
      {warning && <Notice tone="warn">{warning}</Notice>}
      <Tabs name="page-view" tabs={tabs} />
    </>
  );
}

function Links({ links }: { links: readonly string[] }) {
  return (
    <>
      <ul class="links">
        {links.slice(0, maxLinks).map((link) => (
          <li>
            {/^https?:/.test(link) ? (
              <a href={link} target="_blank" rel="noopener noreferrer nofollow">
                {link}
              </a>
            ) : (
              link
            )}
          </li>
        ))}
      </ul>
      {links.length > maxLinks && <p class="muted">and {formatNumber(links.length - maxLinks)} more</p>}
    </>
  );
}
