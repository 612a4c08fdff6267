import { setImmediate as breathe } from 'node:timers/promises';
import { judgeUrl } from '../../../contracts/egress/address.ts';
import { Failure } from '../../../contracts/failures.ts';
import type { Settings } from '../../../runtime/settings.ts';
import type { UrlEntry } from '../../../storage/urls.ts';

/** A long list is judged in steps, so that other callers are answered in between. */
const step = 1_000;
const longestUrl = 8192;

interface Sorted {
  /** Each different URL once, with the positions it stands at. */
  entries: UrlEntry[];
  invalid: string[];
  total: number;
}

/** Judges the URLs of a batch; positions count the valid ones only. */
export async function sortUrls(
  urls: readonly string[],
  { settings, ignoreInvalid }: { settings: Settings; ignoreInvalid: boolean },
): Promise<Sorted> {
  const rules = { allow: settings.EGRESS_ALLOW, map: settings.EGRESS_MAP };
  const entries = new Map<string, UrlEntry>();
  const invalid: string[] = [];
  let total = 0;
  for (const [at, url] of urls.entries()) {
    if (at % step === step - 1) await breathe();
    const known = entries.get(url);
    if (!known) {
      const judged =
        url.length > longestUrl ? { problem: `is longer than ${longestUrl} characters` } : judgeUrl(url, rules);
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
  if (total === 0) throw new Failure('InvalidRequest', '`urls`: none of them can be read.');
  return { entries: [...entries.values()], invalid, total };
}
