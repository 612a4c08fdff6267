import { Failure } from '../../contracts/failures.ts';
import type { BrandingProfile } from '../../contracts/results/branding.ts';
import { decide } from '../branding/decide.ts';
import type { Evidence } from '../branding/evidence.ts';
import type { AskModel } from '../branding/model/askModel.ts';
import { chooseByModel } from '../branding/model/choose.ts';
import { pendingChoiceOf } from '../branding/model/pendingChoice.ts';
import { rulesAlone } from '../branding/rulesAlone.ts';

export interface Brand {
  branding: BrandingProfile;
  warning?: string;
}

/** The branding profile of a page: by rules, and by the language model where it can choose better. */
export type BrandOf = (evidence: Evidence, signal: AbortSignal) => Promise<Brand>;

export function createBrandOf(askModel: AskModel | undefined): BrandOf {
  return async (evidence, signal) => {
    const decision = decide(evidence);
    const { profile } = decision;
    if (!askModel) return { branding: profile, warning: `branding: ${rulesAlone({ hasModel: false })}` };
    const draft = { profile, open: pendingChoiceOf(decision, evidence) };
    const chosen = await chooseByModel(askModel, draft, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      if (!(error instanceof Failure)) throw error;
      return undefined;
    });
    if (chosen) return { branding: chosen.profile };
    return { branding: profile, warning: `branding: ${rulesAlone({ hasModel: true })}` };
  };
}
