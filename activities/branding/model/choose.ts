import type { StoredProfile } from '../../../contracts/results/brandingDraft.ts';
import { choiceSchema, readChoice } from './choice.ts';
import { mergeChoice } from './merge.ts';
import { type Message, messagesFor } from './prompt.ts';

/** A language model, asked for JSON of a schema. What comes back is not trusted to be of it. */
export type Ask = (messages: Message[], schema: Record<string, unknown>, signal: AbortSignal) => Promise<unknown>;

/** The draft with the model's choice in it; undefined where its answer was none of those that were offered. */
export async function chooseByModel(
  ask: Ask,
  { profile, pictures, open }: StoredProfile,
  signal: AbortSignal,
): Promise<StoredProfile | undefined> {
  if (open === undefined) return undefined;
  const { brief, warning } = open;
  const choice = readChoice(await ask(messagesFor(brief), { ...choiceSchema }, signal), brief);
  return (
    choice && {
      profile: mergeChoice(profile, choice, open),
      ...(pictures && { pictures }),
      ...(warning !== undefined && { warning }),
    }
  );
}
