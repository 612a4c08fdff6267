import { checkUrl } from '../../contracts/egress/url.ts';
import { Failure } from '../../contracts/failures.ts';
import { egressRulesOf } from '../../runtime/egressRules.ts';
import type { Settings } from '../../runtime/settings.ts';

/** The URL of a request, checked by its text; the address behind its name is checked when it is connected to. */
export function publicUrl(field: string, text: string, settings: Settings): string {
  const judged = checkUrl(text, egressRulesOf(settings));
  if ('problem' in judged) throw new Failure('InvalidRequest', `\`${field}\`: ${judged.problem}`);
  return text;
}
