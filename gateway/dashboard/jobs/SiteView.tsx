import type { LeftOutReason } from '../../../contracts/work/crawl.ts';
import type { CrawlJob } from '../../../storage/jobs.ts';
import { formatNumber, pluralize } from '../view/format.ts';
import { Icon } from '../view/Icon.tsx';
import { Message } from '../view/Message.tsx';
import type { CrawlOverview } from './crawlOverview.ts';
import { ProgressBar } from './progress.tsx';
import type { Counts, SiteTree, TreeNode } from './siteTree.ts';

const reasons: Record<LeftOutReason, string> = {
  private: 'Links to addresses that are not public',
  otherSite: 'Links to other sites',
  aboveStart: 'Links to pages that are not below the start; `crawlEntireDomain` reads them',
  tooDeep: 'Links to paths with more segments than `maxDepth` allows',
  otherFile: 'Links to pictures, archives and other files without text',
  endless: 'Links whose path repeats itself or never ends',
  excluded: 'Links that `excludePaths` leaves out',
  notIncluded: 'Links that no pattern of `includePaths` fits',
};
const shownExamples = 5;

/** The site as the crawl has found it so far: its tree, its pages by depth, and what was passed over. */
export function SiteView({ job, overview }: { job: CrawlJob; overview: CrawlOverview }) {
  const { tree, failures, free } = overview;
  return (
    <>
      <div class="card" data-live="tree">
        <TreePath job={job} tree={tree} />
        {tree.nodes.length === 0 ? (
          <p class="muted">No page of this folder is part of the crawl.</p>
        ) : (
          <ul class="tree">
            {tree.nodes.map((node) => (
              <Branch job={job} node={node} />
            ))}
            <HiddenRow {...tree.hidden} />
          </ul>
        )}
      </div>
      <section class="card" data-live="depths" aria-labelledby="depths-title">
        <h2 id="depths-title">Pages by depth</h2>
        <DepthTable depths={tree.depths} />
      </section>
      <section class="card" data-live="passed-over" aria-labelledby="passed-over-title">
        <h2 id="passed-over-title">Passed over</h2>
        <PassedOver job={job} failures={failures} free={free} />
      </section>
    </>
  );
}

function treeHref({ _id }: CrawlJob, path: readonly string[]): string {
  return path.length === 0 ? `/jobs/${_id}` : `/jobs/${_id}?under=${encodeURIComponent(path.join('/'))}`;
}

/** The folder that is shown, with links to those above it. */
function TreePath({ job, tree: { under } }: { job: CrawlJob; tree: SiteTree }) {
  return (
    <nav class="tree-path" aria-label="Folder of the site">
      <a href={treeHref(job, [])}>All hosts</a>
      {under.map((segment, at) => {
        const isLast = at === under.length - 1;
        return (
          <>
            {' / '}
            {isLast ? <strong>{segment}</strong> : <a href={treeHref(job, under.slice(0, at + 1))}>{segment}</a>}
          </>
        );
      })}
    </nav>
  );
}

function Branch({ job, node }: { job: CrawlJob; node: TreeNode }) {
  const { children, hidden } = node;
  return (
    <li>
      <Row job={job} node={node} />
      {children.length > 0 && (
        <ul>
          {children.map((child) => (
            <li>
              <Row job={job} node={child} />
            </li>
          ))}
          <HiddenRow {...hidden} />
        </ul>
      )}
    </li>
  );
}

function Row({ job, node }: { job: CrawlJob; node: TreeNode }) {
  const { name, path, position, pages, read, failed } = node;
  const label = name === '' ? '(this page)' : position === undefined ? `${name}/` : name;
  const href =
    position === undefined ? name && treeHref(job, path) : read === 1 && `/jobs/${job._id}/items/${position}`;
  return (
    <div class="tree-row">
      <Icon name={icons[stateOf(node)]} />
      {href ? <a href={href}>{label}</a> : <span>{label}</span>}
      {pages > 1 && <ProgressBar label={`Pages of ${label}`} total={pages} completed={read} failed={failed} />}
      <span class={`muted ${stateOf(node)}`}>{countsText(node)}</span>
    </div>
  );
}

const icons = { waiting: 'again', 'all-failed': 'cross', done: 'check' } as const;

function stateOf({ pages, failed, waiting }: Counts): keyof typeof icons {
  if (waiting > 0) return 'waiting';
  return failed === pages ? 'all-failed' : 'done';
}

function countsText({ pages, failed, waiting }: Counts): string {
  if (pages === 1) return failed === 1 ? 'failed' : waiting === 1 ? 'waiting' : '';
  const parts = [
    pluralize(pages, 'page'),
    ...(failed > 0 ? [`${formatNumber(failed)} failed`] : []),
    ...(waiting > 0 ? [`${formatNumber(waiting)} waiting`] : []),
  ];
  return parts.join(' · ');
}

function HiddenRow({ entries, pages }: { entries: number; pages: number }) {
  return entries === 0 ? null : (
    <li class="muted small">
      and {formatNumber(entries)} more{pages > entries && `, with ${pluralize(pages, 'page')}`}
    </li>
  );
}

function DepthTable({ depths }: Pick<SiteTree, 'depths'>) {
  const states = ['pages', 'read', 'failed', 'waiting'] as const;
  return (
    <div class="table">
      <table>
        <thead>
          <tr>
            <th scope="col">Links from the start</th>
            {states.map((state) => (
              <th scope="col" class="number">
                {state[0]?.toUpperCase() + state.slice(1)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {depths.map((row) => (
            <tr>
              <th scope="row" data-label="Links from the start">
                {row.depth}
              </th>
              {states.map((state) => (
                <td class="number" data-label={state[0]?.toUpperCase() + state.slice(1)}>
                  {formatNumber(row[state])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type PassedOverProps = Pick<CrawlOverview, 'failures' | 'free'> & { job: CrawlJob };

function PassedOver({ job, failures, free }: PassedOverProps) {
  const { leftOut = {}, options } = job.crawl;
  const isFull = job.total >= options.limit;
  const left = Object.entries(reasons).flatMap(([reason, text]) => {
    const links = leftOut[reason as LeftOutReason] ?? [];
    return links.length > 0 ? [{ text, links: links.slice(0, shownExamples) }] : [];
  });
  if (!isFull && left.length + failures.length + free.duplicates + free.others === 0)
    return <p class="muted">Nothing so far.</p>;
  return (
    <ul class="passed-over">
      {failures.map(({ error, count }) => (
        <li>
          <strong>{pluralize(count, 'page')} failed:</strong> <Message text={error} />
        </li>
      ))}
      {free.duplicates > 0 && (
        <li>
          <strong>{pluralize(free.duplicates, 'page')}</strong> led to another page of the crawl by a redirect or a
          canonical link, and cost nothing.
        </li>
      )}
      {free.others > 0 && (
        <li>
          <strong>{pluralize(free.others, 'page')}</strong> led out of the crawl or had nothing to read, and cost
          nothing.
        </li>
      )}
      {isFull && (
        <li>
          <strong>Links beyond the limit</strong> of {pluralize(options.limit, 'page')} were not followed.
        </li>
      )}
      {left.map(({ text, links }) => (
        <li>
          <strong>
            <Message text={text} />
          </strong>
          , such as{' '}
          {links.map((link, at) => (
            <>
              {at > 0 && ', '}
              <code>{link}</code>
            </>
          ))}
        </li>
      ))}
    </ul>
  );
}
