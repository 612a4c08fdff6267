import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { Failure } from '../../../contracts/failures.ts';
import type { JsonSchema } from '../../../contracts/json/dialect.ts';
import type { ExtractPool } from '../extractPool.ts';
import type { Flaw } from '../schema/validator.ts';
import type { Model, Usage } from './client.ts';
import { mergeAnswers } from './mergeAnswers.ts';
import { type Question, questionMessages, repairMessages } from './prompt.ts';
import { readJson } from './readJson.ts';
import { estimateTokens, splitText } from './splitText.ts';
import type { StrictSchema } from './strictSchema.ts';

/** How often the model may correct its answer. */
const maxRepairs = 2;
/** A shorter text is not split in two when the answer is cut off. */
const minSplitTokens = 200;

export interface AskContext {
  model: Model;
  pool: ExtractPool;
  /** The caller's schema, without the properties that the model is not asked for. */
  schema: JsonSchema;
  strict: StrictSchema | undefined;
  signal: AbortSignal;
  onUsage(usage: Usage): void;
}

/** An answer for a part of a page may be incomplete: only the merged answer has to satisfy these. */
const completenessKeywords = new Set(['required', 'minItems', 'minProperties', 'dependentRequired', 'contains']);

/** Asks the model about one part of a page, and asks it to correct its answer until that is valid. */
export async function askUntilValid(context: AskContext, question: Question): Promise<unknown> {
  const { model, pool, schema, strict, signal, onUsage } = context;
  const isPart = question.part.of > 1;
  const messages = questionMessages(question);
  let repairs: ChatCompletionMessageParam[] = [];
  let problem: string | Flaw[] = '';
  for (let round = 0; round <= maxRepairs; round++) {
    const { text, isCutOff, usage } = await model.ask([...messages, ...repairs], strict?.schema, signal);
    onUsage(usage);
    if (isCutOff && estimateTokens(question.text) >= minSplitTokens) return askInHalves(context, question);
    const parsed = readJson(text);
    if (parsed) {
      const answer = strict ? strict.restore(parsed.value) : parsed.value;
      // In the last round, wrong values are removed if they are not required.
      const { data, flaws } = await pool.checkAnswer({ schema, data: answer, mayPrune: round === maxRepairs }, signal);
      const serious = isPart ? flaws.filter(({ keyword }) => !completenessKeywords.has(keyword)) : flaws;
      if (serious.length === 0) return data;
      problem = serious;
    } else problem = whyNotJson(text, isCutOff);
    repairs = repairMessages(text, problem);
  }
  throw unusableAnswer(problem);
}

function whyNotJson(text: string, isCutOff: boolean): string {
  if (isCutOff) return 'It was too long and was cut off.';
  return text.trim() === '' ? 'It was empty.' : 'It is not JSON.';
}

function unusableAnswer(problem: string | Flaw[]): Failure {
  if (typeof problem === 'string')
    return new Failure('ModelRefused', 'The language model gave no usable answer for this page.');
  const [flaw] = problem;
  return new Failure(
    'ModelRefused',
    `The language model gave no answer that satisfies \`schema\`: ${flaw?.pointer || 'the answer'} ${flaw?.message}.`,
  );
}

/** A shorter text makes a shorter answer, which may fit. */
async function askInHalves(context: AskContext, question: Question): Promise<unknown> {
  const halves = splitText(question.text, Math.ceil(estimateTokens(question.text) / 2) + 1);
  const of = Math.max(2, halves.length);
  const answers: unknown[] = [];
  for (const [at, text] of halves.entries())
    answers.push(await askUntilValid(context, { ...question, text, part: { number: at + 1, of } }));
  return mergeAnswers(answers, () => true);
}
