import type { BrandingProfile } from '../../../contracts/results/branding.ts';
import type { OpenChoice } from '../../../contracts/results/brandingDraft.ts';
import { choiceSchema, readChoice } from './choice.ts';
import { mergeChoice } from './merge.ts';
import { type Message, messagesFor } from './prompt.ts';

/** A language model, asked for JSON of a schema. What comes back is not trusted to be of it. */
export type Ask = (messages: Message[], schema: Record<string, unknown>, signal: AbortSignal) => Promise<unknown>;

/** The profile with the model's choice in it; undefined where its answer was none of those that were offered. */
export async function chooseByModel(
  ask: Ask,
  profile: BrandingProfile,
  open: OpenChoice,
  signal: AbortSignal,
): Promise<BrandingProfile | undefined> {
  const answer = await ask(messagesFor(open.brief), { ...choiceSchema }, signal);
  const choice = readChoice(answer, open.brief);
  return choice && mergeChoice(profile, choice, open);
}
