import pLimit from 'p-limit';
import { Failure } from '../../../contracts/failures.ts';
import type { JsonSchema } from '../../../contracts/json/schema.ts';
import type { Threads } from '../offThread.ts';
import { isRecord } from '../schema/pointer.ts';
import type { Declared } from '../task.ts';
import type { Model, Usage } from './client.ts';
import { converse } from './converse.ts';
import { mergeAnswers } from './merge.ts';
import { splitText, tokensIn } from './split.ts';
import { strictSchema } from './strict.ts';
import { type Sure, withoutSure } from './sure.ts';

/** Calls for one page at a time. */
const callsAtOnce = 4;
/** A page in more parts than this is read as far as this. */
const mostParts = 16;
const leastPartTokens = 500;
/** Of the room there is, what is kept for the answer and the instruction. */
const answerShare = 0.35;

export interface PageText {
  url: string;
  markdown: string;
}

interface Parts {
  model: Model;
  threads: Threads;
  /** How much the model can take in at once, its answer included. */
  contextTokens: number;
}

export interface ModelAnswer {
  data: unknown;
  usage: Usage;
  warnings: string[];
}

/** The model's answer for a whole page: in parts where it is long, put together and checked against the caller's schema. */
export async function extractByModel(
  { model, threads, contextTokens }: Parts,
  {
    page,
    schema,
    prompt,
    declared,
    sure,
    signal,
  }: {
    page: PageText;
    schema: JsonSchema | undefined;
    prompt: string | undefined;
    declared: Declared;
    sure: Sure;
    signal: AbortSignal;
  },
): Promise<ModelAnswer> {
  const usage: Usage = { calls: 0, promptTokens: 0, completionTokens: 0 };
  function onUsage(more: Usage) {
    usage.calls += more.calls;
    usage.promptTokens += more.promptTokens;
    usage.completionTokens += more.completionTokens;
  }
  const asked = schema === undefined ? undefined : withoutSure(schema, sure);
  const strict = asked === undefined ? undefined : strictSchema(typeof asked === 'boolean' ? asked : { ...asked });
  const evidence = evidenceOf(declared, contextTokens / 8);
  const around = tokensIn(JSON.stringify(strict?.schema ?? '') + (prompt ?? '') + JSON.stringify(evidence ?? ''));
  const budget = Math.max(leastPartTokens, Math.floor(contextTokens * (1 - answerShare)) - around);
  const all = splitText(page.markdown, budget);
  const parts = all.length === 0 ? [''] : all.slice(0, mostParts);
  const limit = pLimit(callsAtOnce);
  const conversation = { model, threads, schema: asked ?? { type: 'object' }, strict, signal, onUsage };
  const answers = await Promise.all(
    parts.map((text, at) =>
      limit(() =>
        converse(conversation, {
          schema: strict?.schema,
          prompt,
          url: page.url,
          text,
          part: { number: at + 1, of: parts.length },
          declared: evidence,
        }),
      ),
    ),
  );
  const known = normalised(page.markdown);
  const merged = mergeAnswers(answers, (value) => known.includes(normalised(String(value))));
  const data = await complete({ merged, schema, declared, sure, threads, signal, hasPrompt: prompt !== undefined });
  const warnings =
    all.length > mostParts
      ? [`The page is very long: only the first ${mostParts} of its ${all.length} parts were read by the model.`]
      : [];
  return { data, usage, warnings };
}

function normalised(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** What the page declares, as far as there is room for it. */
function evidenceOf({ data }: Declared, mostTokens: number): unknown {
  if (!isRecord(data) || Object.keys(data).length === 0)
    return Array.isArray(data) && data.length > 0 ? data.slice(0, 20) : undefined;
  const kept: Record<string, unknown> = {};
  let room = mostTokens;
  for (const [name, value] of Object.entries(data)) {
    const tokens = tokensIn(JSON.stringify(value) ?? '');
    if (value === null || tokens > room) continue;
    kept[name] = value;
    room -= tokens;
  }
  return Object.keys(kept).length > 0 ? kept : undefined;
}

/** Adds what the page declares beyond doubt, and in the gaps what it declares at all; then the caller's schema has the last word. */
async function complete({
  merged,
  schema,
  declared,
  sure,
  threads,
  signal,
  hasPrompt,
}: {
  merged: unknown;
  schema: JsonSchema | undefined;
  declared: Declared;
  sure: Sure;
  threads: Threads;
  signal: AbortSignal;
  hasPrompt: boolean;
}): Promise<unknown> {
  if (schema === undefined) return merged;
  const candidates: unknown[] = [];
  if (isRecord(merged) && isRecord(declared.data)) {
    const certain = Object.fromEntries(Object.entries(declared.data).filter(([name]) => sure.has(name)));
    const gaps = hasPrompt
      ? {}
      : Object.fromEntries(
          Object.entries(declared.data).filter(([name, value]) => value !== null && isEmpty(merged[name])),
        );
    candidates.push({ ...merged, ...gaps, ...certain }, { ...merged, ...certain });
  }
  candidates.push(merged);
  let problem = '';
  for (const candidate of candidates) {
    const { data, flaws } = await threads.check({ schema, data: candidate, prune: true }, signal);
    if (flaws.length === 0) return data;
    problem ||= flaws
      .slice(0, 5)
      .map(({ at, message }) => `${at || 'the answer'} ${message}`)
      .join('; ');
  }
  throw new Failure('NoData', `The page does not answer \`schema\`: ${problem}.`);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}
