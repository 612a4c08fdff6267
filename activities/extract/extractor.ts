import { setMaxListeners } from 'node:events';
import { Failure } from '../../contracts/failures.ts';
import type { JsonSchema } from '../../contracts/json/schema.ts';
import type { Model, Usage } from './model/client.ts';
import { extractByModel } from './model/extractByModel.ts';
import { sureOf } from './model/sure.ts';
import type { Threads } from './offThread.ts';
import { isRecord, steps, withValue } from './schema/pointer.ts';
import type { Declared } from './task.ts';

export interface ReadPageContent {
  /** The URL that answered. */
  url: string;
  html: string;
  markdown: string;
}

export interface ExtractRequest {
  schema?: JsonSchema;
  prompt?: string;
}

export interface Extracted {
  data: unknown;
  warning?: string;
  usage?: Usage;
}

export type Extractor = (page: ReadPageContent, request: ExtractRequest, signal: AbortSignal) => Promise<Extracted>;

const noModel = 'No language model is configured: the data was read from what the page itself declares.';
const mostPointers = 20;

/** Data from a page: what it declares, and what a language model reads on it where there is one. */
export function createExtractor({
  threads,
  model,
  contextTokens,
}: {
  threads: Threads;
  model: Model | undefined;
  contextTokens: number;
}): Extractor {
  return async ({ url, html, markdown }, { schema, prompt }, signal) => {
    // A long page is asked about in many parts, and each listens for the end.
    setMaxListeners(0, signal);
    const declared = await threads.declare(
      { html, url, ...(schema !== undefined && { schema }), ...(prompt !== undefined && { prompt }) },
      signal,
    );
    if (!model) return { data: orMissing(declared), warning: noModel };

    // A prompt may ask for more than copying, so that with one nothing is taken as answered.
    const sure = prompt === undefined ? sureOf(declared) : new Set<string>();
    if (prompt === undefined && isAnswered(schema, declared, sure)) return { data: declared.data };

    const page = { url, markdown };
    const answer = await extractByModel(
      { model, threads, contextTokens },
      { page, schema, prompt, declared, sure, signal },
    ).catch((error: unknown) => fallBack(error, schema, declared));
    const { data, unsupported } = await ground({ html, url, schema, data: answer.data, declared, signal, threads });
    const warning = [...answer.warnings, ...unsupported].join(' ');
    return { data, ...(warning && { warning }), usage: answer.usage };
  };
}

function orMissing({ data, missing }: Declared): unknown {
  if (missing.length === 0) return data;
  const [whole] = missing;
  if (whole === '')
    throw new Failure(
      'NoData',
      'The page declares nothing that answers this, and no language model is configured to read it.',
    );
  throw new Failure(
    'NoData',
    `The page does not declare what \`schema\` requires at ${missing.slice(0, mostPointers).join(', ')}, and no language model is configured to look for it.`,
  );
}

/** Whether the page answers every property beyond doubt. */
function isAnswered(schema: JsonSchema | undefined, { missing }: Declared, sure: ReadonlySet<string>): boolean {
  if (typeof schema !== 'object' || missing.length > 0 || !isRecord(schema['properties'])) return false;
  const names = Object.keys(schema['properties']);
  return names.length > 0 && names.every((name) => sure.has(name));
}

/** A model that gives nothing usable leaves what the page declares, if that is enough. */
function fallBack(error: unknown, schema: JsonSchema | undefined, { data, missing, sources }: Declared) {
  const isUnusable = error instanceof Failure && (error.kind === 'ModelRefused' || error.kind === 'NoData');
  if (!isUnusable || schema === undefined || missing.length > 0 || Object.keys(sources).length === 0) throw error;
  return {
    data,
    usage: { calls: 0, promptTokens: 0, completionTokens: 0 },
    warnings: ['The language model gave no usable answer: the data was read from what the page itself declares.'],
  };
}

async function ground({
  html,
  url,
  schema,
  data,
  declared,
  signal,
  threads,
}: {
  html: string;
  url: string;
  schema: JsonSchema | undefined;
  data: unknown;
  declared: Declared;
  signal: AbortSignal;
  threads: Threads;
}): Promise<{ data: unknown; unsupported: string[] }> {
  const found = await threads.ground({ html, url, data, ...(schema !== undefined && { schema }) }, signal);
  // Values that were read from the page's declarations are there by definition, also where they were converted.
  function own(at: string): boolean {
    const [name = ''] = steps(at);
    return (
      isRecord(data) &&
      isRecord(declared.data) &&
      Object.hasOwn(declared.data, name) &&
      JSON.stringify(data[name]) === JSON.stringify(declared.data[name])
    );
  }
  const doubtful = found.filter(({ at }) => !own(at));
  const nulled = doubtful.filter(({ nullable }) => nullable);
  const named = doubtful.filter(({ nullable }) => !nullable);
  const grounded = nulled.reduce<unknown>((value, { at }) => withValue(value, at, null), data);
  return {
    data: grounded,
    unsupported: [
      ...(named.length > 0 ? [`Not found on the page, and so to be doubted: ${list(named)}.`] : []),
      ...(nulled.length > 0 ? [`Not found on the page, and so null: ${list(nulled)}.`] : []),
    ],
  };
}

function list(pointers: readonly { at: string }[]): string {
  const more = pointers.length - mostPointers;
  return (
    pointers
      .slice(0, mostPointers)
      .map(({ at }) => at || 'the value')
      .join(', ') + (more > 0 ? ` and ${more} more` : '')
  );
}
