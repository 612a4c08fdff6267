import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { checkUrl } from '../../contracts/egress/url.ts';
import { Failure } from '../../contracts/failures.ts';
import { readableNumber } from '../../contracts/readableNumber.ts';
import { maxUrlLength } from '../../contracts/requests/url.ts';
import { egressRulesOf } from '../../runtime/egressRules.ts';
import type { Settings } from '../../runtime/settings.ts';
import type { UrlEntry } from '../../storage/urls.ts';

/**
 * A long list is checked in steps of about a millisecond, so that other callers are answered in between. They are counted
 * in characters because a long URL takes many times as long.
 */
const charactersPerStep = 10_000;

interface CheckedUrls {
  /** Each distinct URL once, with the positions at which it stands. */
  entries: UrlEntry[];
  invalid: string[];
  total: number;
}

/** Checks the URLs of a batch; positions count the valid ones only. */
export async function checkUrls(
  urls: readonly string[],
  { settings, ignoreInvalid }: { settings: Settings; ignoreInvalid: boolean },
): Promise<CheckedUrls> {
  const rules = egressRulesOf(settings);
  const entries = new Map<string, UrlEntry>();
  const invalid: string[] = [];
  let total = 0;
  let characters = 0;
  for (const [at, url] of urls.entries()) {
    characters += url.length;
    if (characters > charactersPerStep) {
      characters = 0;
      await yieldToEventLoop();
    }
    const known = entries.get(url);
    if (!known) {
      const judged =
        url.length > maxUrlLength
          ? { problem: `it is longer than ${readableNumber(maxUrlLength)} characters.` }
          : checkUrl(url, rules);
      if ('problem' in judged) {
        if (!ignoreInvalid) throw new Failure('InvalidRequest', `\`urls[${at}]\`: ${judged.problem}`);
        invalid.push(url);
        continue;
      }
      entries.set(url, { index: total, url });
    } else {
      known.also ??= [];
      known.also.push(total);
    }
    total += 1;
  }
  if (total === 0)
    throw new Failure(
      'InvalidRequest',
      '`urls`: none of them can be read; one begins with https:// or http:// and has a public host.',
    );
  return { entries: [...entries.values()], invalid, total };
}
