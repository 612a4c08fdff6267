import { describe, expect, it } from 'vitest';
import { judgePage } from '../../../activities/monitors/judgePage.ts';
import type { PageItem } from '../../../contracts/results/page.ts';

const url = 'https://example.com/a';
const known = { url, lines: ['Widget: 10 euros', 'All prices with tax.'], noise: [] };
const run = 'run';

function page(...lines: string[]): PageItem {
  return { url, markdown: lines.join('\n'), metadata: { sourceURL: url, statusCode: 200 } };
}

function failure(statusCode?: number): PageItem {
  return { url, error: 'It failed.', metadata: { sourceURL: url, ...(statusCode && { statusCode }) } };
}

/** As it is remembered in the second reading of a run whose first one gave these lines. */
function suspected(...lines: string[]) {
  return { ...known, suspected: { run, lines } };
}

const changed = page('Widget: 12 euros', 'All prices with tax.');

describe('a page that a monitor has read', () => {
  it.each([
    ['unknown, in the first run', page('Hello'), undefined, 1, true, { kind: 'settled', page: { lines: ['Hello'] } }],
    ['unknown, later', page('Hello'), undefined, 1, false, { kind: 'settled', change: { change: 'new', added: 1 } }],
    ['as it was', page(...known.lines), known, 1, false, { kind: 'same' }],
    ['different', changed, known, 1, false, { kind: 'suspect' }],
    [
      'different twice',
      changed,
      suspected('Widget: 12 euros', 'All prices with tax.'),
      2,
      false,
      { change: { change: 'changed' } },
    ],
    ['different, then as it was', page(...known.lines), suspected('Oops'), 2, false, { kind: 'same' }],
    ['gone', failure(404), known, 1, false, { kind: 'suspect', lines: [] }],
    [
      'gone twice',
      failure(410),
      suspected(),
      2,
      false,
      { kind: 'settled', page: undefined, change: { change: 'removed' } },
    ],
    ['gone after it was there', failure(404), suspected('Widget'), 2, false, { kind: 'unreachable' }],
    ['there after it was gone', changed, suspected(), 2, false, { kind: 'suspect' }],
    [
      'linked no longer, and different twice',
      changed,
      suspected('Widget: 12 euros', 'All prices with tax.'),
      3,
      false,
      { change: { change: 'changed' } },
    ],
    ['linked no longer, and then as it was', page(...known.lines), suspected('Oops'), 3, false, { kind: 'same' }],
    ['never seen and gone', failure(404), undefined, 1, false, { kind: 'unreachable' }],
    ['down', failure(503), known, 1, false, { kind: 'unreachable' }],
    ['out of reach', failure(), suspected(), 2, false, { kind: 'unreachable' }],
    ['empty', page(''), known, 1, false, { kind: 'unreachable' }],
  ] as const)('%s', (_, item, before, reading, isFirst, verdict) => {
    expect(judgePage(item, { known: before, run, reading, isFirst })).toMatchObject(verdict);
  });

  it('in the first run is nothing new', () => {
    expect(judgePage(page('Hello'), { known: undefined, run, reading: 1, isFirst: true })).not.toHaveProperty('change');
  });

  it('remembers what differed between two readings, and is not changed by it', () => {
    const verdict = judgePage(page(...known.lines, '9 visitors'), {
      known: { ...suspected(...known.lines, '7 visitors'), lines: [...known.lines, '5 visitors'] },
      run,
      reading: 2,
      isFirst: false,
    });
    expect(verdict).toMatchObject({ kind: 'settled', page: { noise: ['form:# visitors'] } });
    expect(verdict).not.toHaveProperty('change');
  });
});
