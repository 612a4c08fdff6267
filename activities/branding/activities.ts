import { cancellationSignal } from '@temporalio/activity';
import { wantsModel } from '../../contracts/requests/branding.ts';
import type { BrandingWork } from '../../contracts/work/branding.ts';
import type { Profiles } from '../../storage/profiles.ts';
import { decide } from './decide.ts';
import type { LookAt } from './look.ts';
import { openChoice } from './model/brief.ts';
import { type Ask, chooseByModel } from './model/choose.ts';

/** For the whole visit. A caller waits, and nothing that comes later changes what a brand looks like. */
export const visitTimeoutMs = 30_000;

const fromRules = 'colours, logo, buttons and personality come from rules alone.';

export type BrandingActivities = ReturnType<typeof createBrandingActivities>;

interface Dependencies {
  lookAt: LookAt;
  profiles: Profiles;
  /** Whether there is a language model to ask. */
  hasModel: boolean;
}

/** Belongs where the browser is. */
export function createBrandingActivities({ lookAt, profiles, hasModel }: Dependencies) {
  return {
    /** Looks at the page and stores the profile that rules make of it. Says whether the model is to choose yet. */
    async lookAtBrand({ job, url, fields }: BrandingWork): Promise<{ choose: boolean }> {
      const { evidence, pictures, warning } = await lookAt({
        url,
        timeoutMs: visitTimeoutMs,
        signal: cancellationSignal(),
      });
      const decision = decide(evidence);
      const wanted = wantsModel(fields);
      const choose = wanted && hasModel;
      // Stands until the model has answered.
      const withoutModel = hasModel
        ? `The language model did not answer: ${fromRules}`
        : `No language model is configured: ${fromRules}`;
      const said = [warning, wanted ? withoutModel : undefined].filter((each) => each !== undefined).join(' ');
      await profiles.save(job, {
        profile: decision.profile,
        pictures,
        ...(said !== '' && { warning: said }),
        ...(choose && { open: { ...openChoice(decision, evidence), ...(warning !== undefined && { warning }) } }),
      });
      return { choose };
    },
  };
}

export type BrandChoiceActivities = ReturnType<typeof createBrandChoiceActivities>;

/** Belongs where the language model is called. */
export function createBrandChoiceActivities({ ask, profiles }: { ask: Ask; profiles: Profiles }) {
  return {
    /** Lets the model choose among what was seen. Without a usable answer the rules' profile stays as it is. */
    async chooseBrand({ job }: BrandingWork): Promise<void> {
      const draft = await profiles.find(job);
      const chosen = draft && (await chooseByModel(ask, draft, cancellationSignal()));
      if (chosen) await profiles.save(job, chosen);
    },
  };
}
