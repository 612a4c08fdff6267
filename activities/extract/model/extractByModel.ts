import pLimit from 'p-limit';
import { Failure } from '../../../contracts/failures.ts';
import type { JsonSchema } from '../../../contracts/json/dialect.ts';
import { isRecord } from '../../../contracts/json/isRecord.ts';
import type { ExtractPool } from '../extractPool.ts';
import type { Declared } from '../extractTasks.ts';
import { askUntilValid } from './askUntilValid.ts';
import { type CertainProperties, withoutProperties } from './certainProperties.ts';
import type { Model, Usage } from './client.ts';
import { mergeAnswers } from './mergeAnswers.ts';
import { estimateTokens, splitText } from './splitText.ts';
import { strictSchema } from './strictSchema.ts';

/** Per page. */
const maxConcurrentCalls = 4;
/** Of a longer page, the rest is not read. */
const maxParts = 16;
const minPartTokens = 500;
/** The share of the context that is kept for the answer and the instructions. */
const answerShare = 0.35;
/** The share of the context that the declared data may take. */
const declaredShare = 1 / 8;

interface Deps {
  model: Model;
  pool: ExtractPool;
  /** The model's context window, including its answer. */
  contextTokens: number;
}

interface PageQuestion {
  page: { url: string; markdown: string };
  schema: JsonSchema | undefined;
  prompt: string | undefined;
  declared: Declared;
  certain: CertainProperties;
  signal: AbortSignal;
}

export interface ModelAnswer {
  data: unknown;
  usage: Usage;
  warnings: string[];
}

/** The model's answer for a whole page. A long page is split into parts, whose answers are merged. */
export async function extractByModel(
  { model, pool, contextTokens }: Deps,
  { page, schema, prompt, declared, certain, signal }: PageQuestion,
): Promise<ModelAnswer> {
  const usage: Usage = { calls: 0, promptTokens: 0, completionTokens: 0 };
  function onUsage(more: Usage) {
    usage.calls += more.calls;
    usage.promptTokens += more.promptTokens;
    usage.completionTokens += more.completionTokens;
  }
  const asked = schema === undefined ? undefined : withoutProperties(schema, certain);
  const strict = asked === undefined ? undefined : strictSchema(typeof asked === 'boolean' ? asked : { ...asked });
  const hints = declaredWithin(declared, contextTokens * declaredShare);
  const overhead = estimateTokens(JSON.stringify(strict?.schema ?? '') + (prompt ?? '') + JSON.stringify(hints ?? ''));
  const maxTokens = Math.max(minPartTokens, Math.floor(contextTokens * (1 - answerShare)) - overhead);
  const allParts = splitText(page.markdown, maxTokens);
  const parts = allParts.length === 0 ? [''] : allParts.slice(0, maxParts);

  const limit = pLimit(maxConcurrentCalls);
  const context = { model, pool, schema: asked ?? { type: 'object' }, strict, signal, onUsage };
  const question = { schema: strict?.schema, prompt, url: page.url, declared: hints };
  const answers = await Promise.all(
    parts.map((text, at) =>
      limit(() => askUntilValid(context, { ...question, text, part: { number: at + 1, of: parts.length } })),
    ),
  );
  const pageText = normalize(page.markdown);
  const merged = mergeAnswers(answers, (value) => pageText.includes(normalize(String(value))));
  const data =
    schema === undefined
      ? merged
      : await completeAnswer(merged, {
          declared,
          certain,
          mayFillGaps: prompt === undefined,
          check: (candidate) => pool.checkAnswer({ schema, data: candidate, mayPrune: true }, signal),
        });
  const warnings =
    allParts.length > maxParts
      ? [`The page is very long: only the first ${maxParts} of its ${allParts.length} parts were read by the model.`]
      : [];
  return { data, usage, warnings };
}

function normalize(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The declared data without the properties that do not fit into `maxTokens`. */
function declaredWithin({ data }: Declared, maxTokens: number): unknown {
  if (!isRecord(data) || Object.keys(data).length === 0)
    return Array.isArray(data) && data.length > 0 ? data.slice(0, 20) : undefined;
  const kept: Record<string, unknown> = {};
  let room = maxTokens;
  for (const [name, value] of Object.entries(data)) {
    const tokens = estimateTokens(JSON.stringify(value) ?? '');
    if (value === null || tokens > room) continue;
    kept[name] = value;
    room -= tokens;
  }
  return Object.keys(kept).length > 0 ? kept : undefined;
}

interface Completion {
  declared: Declared;
  certain: CertainProperties;
  /** Whether a declared value may take the place of an empty one. With a prompt, the caller may want it empty. */
  mayFillGaps: boolean;
  check: (candidate: unknown) => ReturnType<ExtractPool['checkAnswer']>;
}

/** Adds declared values to the model's answer: as many as the caller's schema accepts. */
async function completeAnswer(answer: unknown, completion: Completion): Promise<unknown> {
  let problem = '';
  for (const candidate of candidatesFor(answer, completion)) {
    const { data, flaws } = await completion.check(candidate);
    if (flaws.length === 0) return data;
    problem ||= flaws
      .slice(0, 5)
      .map(({ pointer, message }) => `${pointer || 'the answer'} ${message}`)
      .join('; ');
  }
  throw new Failure('NoData', `The page does not answer \`schema\`: ${problem}.`);
}

/** The answer with certain values and filled gaps, with certain values only, and as it is. */
function candidatesFor(answer: unknown, { declared, certain, mayFillGaps }: Completion): unknown[] {
  if (!isRecord(answer) || !isRecord(declared.data)) return [answer];
  const entries = Object.entries(declared.data);
  const certainValues = Object.fromEntries(entries.filter(([name]) => certain.has(name)));
  const gapValues = mayFillGaps
    ? Object.fromEntries(entries.filter(([name, value]) => value !== null && isEmpty(answer[name])))
    : {};
  return [{ ...answer, ...gapValues, ...certainValues }, { ...answer, ...certainValues }, answer];
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}
