import { CodeExport } from '../CodeExport.tsx';
import { Notice } from '../components.tsx';
import { formatNumber } from '../format.ts';
import { Icon } from '../Icon.tsx';
import { Tabs } from '../Tabs.tsx';
import type { RenderedItem } from './resultViews.ts';

/** A scraped page in each of the requested formats. */
export function ItemTabs({ item }: { item: RenderedItem }) {
  const { markdown, html, links, screenshot, metadata, json, warning, rendered } = item;
  const tabs = [
    markdown !== undefined && { label: 'Rendered', body: <Rendered html={rendered} /> },
    markdown !== undefined && {
      label: 'Markdown',
      body: <CodeExport text={markdown} file="page.md" language="markdown" label="Markdown" />,
    },
    html !== undefined && {
      label: 'HTML',
      body: <CodeExport text={html} file="page.html" language="html" label="HTML" />,
    },
    screenshot !== undefined && { label: 'Screenshot', body: <Screenshot path={screenshot} /> },
    links !== undefined && { label: `Links (${links.total})`, body: <Links {...links} /> },
    {
      label: 'Metadata',
      body: (
        <dl class="facts">
          {metadata.map(([name, value]) => (
            <>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </>
          ))}
        </dl>
      ),
    },
    { label: 'JSON', body: <CodeExport text={json} file="page.json" language="json" label="JSON" /> },
  ].filter((tab) => tab !== false);
  return (
    <>
      {warning && <Notice tone="warn">{warning}</Notice>}
      <Tabs name="page-view" tabs={tabs} />
    </>
  );
}

/** The only place where HTML goes into a page without being escaped; `markdownHtml` has sanitized it. */
function Rendered({ html }: { html: string | undefined }) {
  return html === undefined ? (
    <Notice tone="warn">This page takes too long to render; its markdown is in the next tab.</Notice>
  ) : (
    <article class="prose" dangerouslySetInnerHTML={{ __html: html }} />
  );
}

function Screenshot({ path }: { path: string }) {
  return (
    <div class="take">
      <div class="sheet-actions">
        <a class="button small quiet" href={path} download="screenshot.png">
          <Icon name="download" />
          <span>Save</span>
        </a>
      </div>
      <a class="screenshot" href={path} target="_blank" rel="noopener">
        <img src={path} alt="The page as a browser shows it" loading="lazy" />
      </a>
    </div>
  );
}

function Links({ first, total }: { first: readonly string[]; total: number }) {
  return (
    <>
      <ul class="links">
        {first.map((link) => (
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
      {total > first.length && <p class="muted">and {formatNumber(total - first.length)} more</p>}
    </>
  );
}
