import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { Failure } from '../../../contracts/failures.ts';
import type { JsonSchema } from '../../../contracts/json/schema.ts';
import type { Threads } from '../offThread.ts';
import type { Flaw } from '../schema/validator.ts';
import type { Model, Usage } from './client.ts';
import { mergeAnswers } from './merge.ts';
import { type Question, questionMessages, repairMessages } from './prompt.ts';
import { readJson } from './readJson.ts';
import { splitText, tokensIn } from './split.ts';
import type { StrictSchema } from './strict.ts';

/** How often the model is shown what is wrong with its answer. */
const repairRounds = 2;
/** A text shorter than this is not cut in two to get a shorter answer. */
const leastTokens = 200;

export interface Conversation {
  model: Model;
  threads: Threads;
  /** The caller's schema, or what is left to ask of it. */
  schema: JsonSchema;
  strict: StrictSchema | undefined;
  signal: AbortSignal;
  onUsage(usage: Usage): void;
}

/** What a part of a page answers alone need not be complete. */
const ofTheWhole = new Set(['required', 'minItems', 'minProperties', 'dependentRequired', 'contains']);

/** Asks the model about one part of a page until its answer can be used. */
export async function converse(conversation: Conversation, question: Question): Promise<unknown> {
  const { model, threads, schema, strict, signal, onUsage } = conversation;
  const isPart = question.part.of > 1;
  const first = questionMessages(question);
  let said: ChatCompletionMessageParam[] = [];
  let problem: string | Flaw[] = '';
  for (let round = 0; round <= repairRounds; round++) {
    const { text, cutOff, usage } = await model.ask([...first, ...said], strict?.schema, signal);
    onUsage(usage);
    if (cutOff && tokensIn(question.text) >= leastTokens) return inHalves(conversation, question);
    const read = readJson(text);
    if (!read)
      problem = cutOff ? 'It was too long and was cut off.' : text.trim() === '' ? 'It was empty.' : 'It is not JSON.';
    else {
      const restored = strict ? strict.restore(read.value) : read.value;
      // In the last round, what is wrong and may be left out is left out.
      const { data, flaws } = await threads.check({ schema, data: restored, prune: round === repairRounds }, signal);
      const serious = isPart ? flaws.filter(({ keyword }) => !ofTheWhole.has(keyword)) : flaws;
      if (serious.length === 0) return data;
      problem = serious;
    }
    said = repairMessages(text, problem);
  }
  throw unusable(problem);
}

function unusable(problem: string | Flaw[]): Failure {
  if (typeof problem === 'string')
    return new Failure('ModelRefused', 'The language model gave no usable answer for this page.');
  const [flaw] = problem;
  return new Failure(
    'ModelRefused',
    `The language model gave no answer that satisfies \`schema\`: ${flaw?.at || 'the answer'} ${flaw?.message}.`,
  );
}

async function inHalves(conversation: Conversation, question: Question): Promise<unknown> {
  const halves = splitText(question.text, Math.ceil(tokensIn(question.text) / 2) + 1);
  const answers: unknown[] = [];
  for (const [at, text] of halves.entries())
    answers.push(
      await converse(conversation, { ...question, text, part: { number: at + 1, of: Math.max(2, halves.length) } }),
    );
  return mergeAnswers(answers, () => true);
}
