import { judgeUrl } from '../../contracts/egress/address.ts';
import { Failure } from '../../contracts/failures.ts';
import type { Settings } from '../../runtime/settings.ts';

/** The URL of a request, judged by its text; the address behind its name is judged when it is connected to. */
export function publicUrl(field: string, text: string, { EGRESS_ALLOW, EGRESS_MAP }: Settings): string {
  const judged = judgeUrl(text, { allow: EGRESS_ALLOW, map: EGRESS_MAP });
  if ('problem' in judged) throw new Failure('InvalidRequest', `\`${field}\`: ${judged.problem}`);
  return text;
}
