import type { PageChange } from '../../contracts/results/monitor.ts';
import type { PageItem } from '../../contracts/results/page.ts';
import type { MonitoredPage } from '../../storage/monitoredPages.ts';
import { compareTexts, linesOf } from './compareTexts.ts';
import { learnNoise } from './noise.ts';

interface Circumstances {
  /** The page as the monitor remembers it. */
  known: MonitoredPage | undefined;
  run: string;
  reading: 1 | 2 | 3;
  /** In the first run of a monitor nothing is new. */
  isFirst: boolean;
}

type Verdict =
  | { kind: 'same' }
  | { kind: 'unreachable' }
  /** It seems to have changed, and is to be read once more. */
  | { kind: 'suspect'; lines: readonly string[] }
  /** How it is remembered from now on, undefined if it is gone, and what has changed, if anything. */
  | { kind: 'settled'; page: MonitoredPage | undefined; change?: PageChange };

const gone: ReadonlySet<number | undefined> = new Set([404, 410]);

/** What a reading of a page says about it. A page that cannot be read is not a page that was removed. */
export function judgePage(item: PageItem, circumstances: Circumstances): Verdict {
  const { known } = circumstances;
  if (item.error !== undefined)
    return gone.has(item.metadata.statusCode) ? judgeGone(item, circumstances) : unreachable;
  const lines = linesOf(item.markdown ?? '');
  // A page on which nothing could be read has failed rather than changed.
  if (lines.length === 0) return unreachable;
  if (known) return judgeText(item, lines, { ...circumstances, known });
  const page = { url: item.url, lines, noise: [] };
  return {
    kind: 'settled',
    page,
    ...(!circumstances.isFirst && { change: { url: item.url, change: 'new', added: lines.length, removed: 0 } }),
  };
}

const unreachable: Verdict = { kind: 'unreachable' };

/** Removed, if it is gone in both readings. */
function judgeGone({ url }: PageItem, { known, run, reading }: Circumstances): Verdict {
  if (!known) return unreachable;
  if (reading === 1) return { kind: 'suspect', lines: [] };
  const wasGone = known.suspected?.run === run && known.suspected.lines.length === 0;
  return wasGone ? { kind: 'settled', page: undefined, change: { url, change: 'removed' } } : unreachable;
}

function judgeText(
  { url }: PageItem,
  lines: readonly string[],
  { known, run, reading }: Circumstances & { known: MonitoredPage },
): Verdict {
  const knownNoise = new Set(known.noise);
  if (!compareTexts(known.lines, lines, knownNoise)) return { kind: 'same' };
  if (reading === 1) return { kind: 'suspect', lines };
  const first = known.suspected?.run === run ? known.suspected.lines : [];
  // It has not been read before in this run, and one reading cannot tell news from noise.
  if (first.length === 0) return reading === 2 ? { kind: 'suspect', lines } : { kind: 'same' };
  const noise = learnNoise(knownNoise, first, lines);
  const change = compareTexts(known.lines, lines, noise);
  return {
    kind: 'settled',
    page: { url, lines: change ? lines : known.lines, noise: [...noise] },
    ...(change && { change: { url, change: 'changed', ...change } }),
  };
}
