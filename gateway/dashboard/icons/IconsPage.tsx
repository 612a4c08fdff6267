import type { Source, SourceCandidate } from '../../../storage/sources.ts';
import { Card, Empty, Notice, PageHead, Pill } from '../view/components.tsx';
import { formatTime, timeAgo } from '../view/format.ts';
import { Csrf, Field } from '../view/formControls.tsx';
import { Icon } from '../view/Icon.tsx';

interface IconsPageProps {
  csrf: string;
  /** The domain as the visitor typed it. */
  query: string;
  /** The same, normalized. */
  domain?: string | undefined;
  problem?: string | undefined;
  sources: readonly Source[];
}

export function IconsPage({ csrf, query, domain, problem, sources }: IconsPageProps) {
  return (
    <>
      <PageHead title="Icons" lead="The pictures found for a domain, and why one was chosen." />
      <div class="card">
        <form method="get" action="/icons" class="inline-form">
          <Field label="Domain" name="domain">
            <input id="domain" name="domain" value={query} placeholder="example.com" required autofocus={!domain} />
          </Field>
          <button type="submit" class="button primary">
            Look up
          </button>
        </form>
        {problem && <Notice tone="bad">{problem}</Notice>}
      </div>
      {domain && sources.length === 0 && (
        <div class="card">
          <Empty icon="image" title={`Nothing has been fetched for ${domain} yet`}>
            <FetchButton csrf={csrf} domain={domain} label="Find its pictures now" />
          </Empty>
        </div>
      )}
      {domain && sources.length > 0 && (
        <div class="actions start">
          <FetchButton csrf={csrf} domain={domain} label="Fetch again" />
        </div>
      )}
      {[...sources].sort(byPosition).map((source) => (
        <SourceCard source={source} />
      ))}
    </>
  );
}

function FetchButton({ csrf, domain, label }: { csrf: string; domain: string; label: string }) {
  return (
    <form method="post" action="/icons/fetch">
      <Csrf token={csrf} />
      <input type="hidden" name="domain" value={domain} />
      <button type="submit" class="button">
        <Icon name="again" />
        {label}
      </button>
    </form>
  );
}

/** In the order in which they are shown. */
const titles: Record<string, string> = {
  'icon:light': 'Icon on light',
  'icon:dark': 'Icon on dark',
  'og:light': 'Open Graph image',
};
const originTexts: Record<Source['from'], string> = {
  site: 'from the site',
  curated: 'from the curated marks',
  service: 'from a favicon service',
  none: 'nothing found',
};

function positionOf({ kind, theme }: Source) {
  return Object.keys(titles).indexOf(`${kind}:${theme}`);
}

function byPosition(a: Source, b: Source) {
  return positionOf(a) - positionOf(b);
}

function SourceCard({ source }: { source: Source }) {
  const { _id, kind, domain, theme, from, digest, contentType, width, height, candidates, checkedAt, dueAt } = source;
  const title = `${kind}:${theme}`;
  return (
    <Card
      title={titles[title] ?? title}
      id={_id.replaceAll(/[^\w-]/g, '-')}
      lead={`Fetched ${timeAgo(checkedAt)}; next on ${formatTime(dueAt)} UTC.`}
      actions={<Pill tone={from === 'none' ? 'plain' : 'good'}>{originTexts[from]}</Pill>}
    >
      <div class="source">
        {digest && (
          <figure class={`surface ${theme}`}>
            <img src={`/icons/picture/${kind}/${theme}/${domain}?${digest.slice(0, 12)}`} alt={`${domain}, ${kind}`} />
            <figcaption>
              {contentType}
              {width && height ? ` · ${width} × ${height}` : ''}
            </figcaption>
          </figure>
        )}
        <Candidates candidates={candidates} />
      </div>
    </Card>
  );
}

function Candidates({ candidates }: { candidates: readonly SourceCandidate[] }) {
  return candidates.length === 0 ? (
    <p class="muted">The site offers no candidates.</p>
  ) : (
    <ol class="candidates">
      {[...candidates]
        .sort((a, b) => Number(b.chosen) - Number(a.chosen) || (b.score ?? -1) - (a.score ?? -1))
        .map(({ url, source, score, reasons, width, height, chosen }) => (
          <li class={chosen ? 'chosen' : ''}>
            <div class="candidate-head">
              <strong>{source}</strong>
              {width && height ? (
                <span class="muted">
                  {width} × {height}
                </span>
              ) : null}
              {chosen && <Pill tone="accent">chosen</Pill>}
              <span class="score">{score === undefined ? '–' : Math.round(score * 100) / 100}</span>
            </div>
            <div class="muted small candidate-url">{url.slice(0, 300)}</div>
            {reasons.length > 0 && <div class="small">{reasons.join(' · ')}</div>}
          </li>
        ))}
    </ol>
  );
}
