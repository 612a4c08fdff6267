import type { StoredProfile } from '../../../contracts/results/brandingDraft.ts';
import type { AskModel } from './askModel.ts';
import { choiceSchema, readChoice } from './choice.ts';
import { mergeChoice } from './merge.ts';
import { messagesFor } from './prompt.ts';

/** The draft with the model's choice applied; undefined if its answer is not one of the offered choices. */
export async function chooseByModel(
  askModel: AskModel,
  { profile, pictures, open }: StoredProfile,
  signal: AbortSignal,
): Promise<StoredProfile | undefined> {
  if (open === undefined) return undefined;
  const { brief, warning } = open;
  const choice = readChoice(await askModel(messagesFor(brief), { ...choiceSchema }, signal), brief);
  return (
    choice && {
      profile: mergeChoice(profile, choice, open),
      ...(pictures && { pictures }),
      ...(warning !== undefined && { warning }),
    }
  );
}
