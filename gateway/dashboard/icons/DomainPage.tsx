import type { Source, SourceCandidate } from '../../../storage/sources.ts';
import { Card, Empty, PageHead, Pill } from '../view/components.tsx';
import { formatTime, timeAgo } from '../view/format.ts';
import { Csrf } from '../view/formControls.tsx';
import { Icon } from '../view/Icon.tsx';
import { SearchField } from './SearchField.tsx';

interface DomainPageProps {
  csrf: string;
  domain: string;
  sources: readonly Source[];
}

/** The pictures of one domain. */
export function DomainPage({ csrf, domain, sources }: DomainPageProps) {
  return (
    <>
      <PageHead title={domain} lead="The pictures found for this domain, and why one was chosen.">
        {sources.length > 0 && <FetchButton csrf={csrf} domain={domain} label="Fetch again" />}
        <a class="button" href={`/playground/icon?domain=${domain}`}>
          <Icon name="play" />
          Open in the playground
        </a>
      </PageHead>
      <SearchField typed="" />
      {sources.length === 0 && (
        <div class="card">
          <Empty icon="image" title={`Nothing has been fetched for ${domain} yet`}>
            <FetchButton csrf={csrf} domain={domain} label="Find its pictures now" />
          </Empty>
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
