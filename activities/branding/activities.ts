import { cancellationSignal } from '@temporalio/activity';
import { wantsModel } from '../../contracts/requests/branding.ts';
import type { BrandingWork } from '../../contracts/work/branding.ts';
import type { Profiles } from '../../storage/profiles.ts';
import type { CapturePage } from './capturePage.ts';
import { decide } from './decide.ts';
import type { AskModel } from './model/askModel.ts';
import { chooseByModel } from './model/choose.ts';
import { pendingChoiceOf } from './model/pendingChoice.ts';
import { rulesAlone } from './rulesAlone.ts';

/** For capturing the page. The workflow's activity timeout (workflows/branding.ts) is based on the same number. */
const captureTimeoutMs = 30_000;

export type BrandingActivities = ReturnType<typeof createBrandingActivities>;

interface Deps {
  capturePage: CapturePage;
  profiles: Profiles;
  hasModel: boolean;
}

/** Runs on the workers with a browser. */
export function createBrandingActivities({ capturePage, profiles, hasModel }: Deps) {
  return {
    /** Captures the page and stores its profile by rules. The result says whether the model should choose as well. */
    async lookAtBrand({ job, account, url, fields }: BrandingWork): Promise<{ choose: boolean }> {
      const { evidence, pictures, warning } = await capturePage({
        url,
        timeoutMs: captureTimeoutMs,
        signal: cancellationSignal(),
      });
      const decision = decide(evidence);
      const needsModel = wantsModel(fields);
      const choose = needsModel && hasModel;
      // Stored with the draft, and replaced when the model has answered.
      const warnings = [warning, needsModel ? rulesAlone({ hasModel }) : undefined]
        .filter((each) => each !== undefined)
        .join(' ');
      await profiles.save(
        { job, account },
        {
          profile: decision.profile,
          pictures,
          ...(warnings !== '' && { warning: warnings }),
          ...(choose && {
            open: { ...pendingChoiceOf(decision, evidence), ...(warning !== undefined && { warning }) },
          }),
        },
      );
      return { choose };
    },
  };
}

export type BrandChoiceActivities = ReturnType<typeof createBrandChoiceActivities>;

/** Runs on the workers that call the language model. */
export function createBrandChoiceActivities({ askModel, profiles }: { askModel: AskModel; profiles: Profiles }) {
  return {
    /** Lets the model choose among the candidates. Without a usable answer, the profile by rules stays. */
    async chooseBrand({ job, account }: BrandingWork): Promise<void> {
      const draft = await profiles.find(job);
      const chosen = draft && (await chooseByModel(askModel, draft, cancellationSignal()));
      if (chosen) await profiles.save({ job, account }, chosen);
    },
  };
}
