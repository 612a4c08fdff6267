import type { EgressRules } from '../contracts/egress/rules.ts';
import type { Settings } from './settings.ts';

/** What the settings add to the address guard; both lists are empty in production. */
export function egressRulesOf({ EGRESS_ALLOW, EGRESS_MAP }: Settings): EgressRules {
  return { allow: EGRESS_ALLOW, map: EGRESS_MAP };
}
