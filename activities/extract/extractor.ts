import { setMaxListeners } from 'node:events';
import { Failure } from '../../contracts/failures.ts';
import type { JsonSchema } from '../../contracts/json/dialect.ts';
import { isRecord } from '../../contracts/json/isRecord.ts';
import { pointerSteps } from '../../contracts/json/pointer.ts';
import { maxEvidence, type ValueEvidence } from '../../contracts/results/extract.ts';
import { disagreementWarnings } from './disagreements.ts';
import type { ExtractPool } from './extractPool.ts';
import type { Declared } from './extractTasks.ts';
import type { UngroundedValue } from './grounding.ts';
import { certainProperties } from './model/certainProperties.ts';
import type { Model, Usage } from './model/client.ts';
import { extractByModel } from './model/extractByModel.ts';
import { withValue } from './schema/pointerValues.ts';

export interface ReadPageContent {
  /** The final URL, after redirects. */
  url: string;
  html: string;
  markdown: string;
}

export interface ExtractRequest {
  schema?: JsonSchema;
  prompt?: string;
  /** Whether to say where on the page each value was found. */
  evidence?: boolean;
}

export interface Extracted {
  data: unknown;
  warning?: string;
  evidence?: Record<string, ValueEvidence>;
  usage?: Usage;
}

export type Extractor = (page: ReadPageContent, request: ExtractRequest, signal: AbortSignal) => Promise<Extracted>;

const noModel = 'No language model is configured: the data was read from what the page itself declares.';
const maxListedPointers = 20;

interface Deps {
  pool: ExtractPool;
  model: Model | undefined;
  contextTokens: number;
}

/** Extracts data from a page: what it declares in its markup and, if a language model is configured, what that reads. */
export function createExtractor({ pool, model, contextTokens }: Deps): Extractor {
  return async (page, request, signal) => {
    // Each part of a long page adds a listener to the signal.
    setMaxListeners(0, signal);
    const { html, url } = page;
    const { schema, prompt } = request;
    const declared = await pool.extractDeclared(
      { html, url, ...(schema !== undefined && { schema }), ...(prompt !== undefined && { prompt }) },
      signal,
    );
    const { data, warnings, usage } = await answer(page, request, declared, signal);
    const task = { html, url, data, sources: declared.sources, hasModel: model !== undefined };
    const found = request.evidence ? await pool.findEvidence(task, signal) : undefined;
    if (found?.isCut) warnings.push(`The answer is long: evidence is given for its first ${maxEvidence} values.`);
    const warning = warnings.join(' ');
    return {
      data,
      ...(warning && { warning }),
      ...(found && { evidence: found.evidence }),
      ...(usage && { usage }),
    };
  };

  async function answer(
    { url, html, markdown }: ReadPageContent,
    { schema, prompt }: ExtractRequest,
    declared: Declared,
    signal: AbortSignal,
  ): Promise<Answer> {
    if (!model) return { data: dataOf(declared), warnings: [noModel] };

    // A prompt may ask for more than copying, so with a prompt nothing counts as answered.
    const certain = prompt === undefined ? certainProperties(declared) : new Set<string>();
    if (prompt === undefined && isComplete(schema, declared, certain)) return { data: declared.data, warnings: [] };

    const page = { url, markdown };
    const byModel = await extractByModel(
      { model, pool, contextTokens },
      { page, schema, prompt, declared, certain, signal },
    ).catch((error: unknown) => fallBackToDeclared(error, schema, declared));
    const task = { html, url, data: byModel.data, ...(schema !== undefined && { schema }) };
    const ungrounded = await pool.findUngrounded(task, signal);
    const { data, warnings } = rejectUngrounded(byModel.data, ungrounded, declared.data);
    return {
      data,
      warnings: [...byModel.warnings, ...warnings, ...disagreementWarnings(data, declared.sources)],
      usage: byModel.usage,
    };
  }
}

interface Answer {
  data: unknown;
  warnings: string[];
  usage?: Usage;
}

/** The data without a model; throws if something that the schema requires is missing. */
function dataOf({ data, missing }: Declared): unknown {
  if (missing.length === 0) return data;
  if (missing[0] === '')
    throw new Failure(
      'NoData',
      'The page declares nothing that answers this, and no language model is configured to read it.',
    );
  throw new Failure(
    'NoData',
    `The page does not declare what \`schema\` requires at ${missing.slice(0, maxListedPointers).join(', ')}, and no language model is configured to look for it.`,
  );
}

/** Whether every property that the schema names is certain. */
function isComplete(schema: JsonSchema | undefined, { missing }: Declared, certain: ReadonlySet<string>): boolean {
  if (typeof schema !== 'object' || missing.length > 0 || !isRecord(schema['properties'])) return false;
  const names = Object.keys(schema['properties']);
  return names.length > 0 && names.every((name) => certain.has(name));
}

/** If the model gives no usable answer, what the page declares is the answer, provided that nothing required is missing. */
function fallBackToDeclared(error: unknown, schema: JsonSchema | undefined, { data, missing, sources }: Declared) {
  const isUnusable = error instanceof Failure && (error.kind === 'ModelRefused' || error.kind === 'NoData');
  if (!isUnusable || schema === undefined || missing.length > 0 || Object.keys(sources).length === 0) throw error;
  return {
    data,
    usage: { calls: 0, promptTokens: 0, completionTokens: 0 },
    warnings: ['The language model gave no usable answer: the data was read from what the page itself declares.'],
  };
}

/** Sets values that are not on the page to null if the schema allows it, and names the others in a warning. */
function rejectUngrounded(
  data: unknown,
  ungrounded: readonly UngroundedValue[],
  declared: unknown,
): { data: unknown; warnings: string[] } {
  // A declared value is on the page by definition, even if it was converted.
  function isDeclared(pointer: string): boolean {
    const [name = ''] = pointerSteps(pointer);
    return (
      isRecord(data) &&
      isRecord(declared) &&
      Object.hasOwn(declared, name) &&
      JSON.stringify(data[name]) === JSON.stringify(declared[name])
    );
  }
  const rejected = ungrounded.filter(({ pointer }) => !isDeclared(pointer));
  const nulled = rejected.filter(({ isNullable }) => isNullable);
  const kept = rejected.filter(({ isNullable }) => !isNullable);
  return {
    data: nulled.reduce<unknown>((value, { pointer }) => withValue(value, pointer, null), data),
    warnings: [
      ...(kept.length > 0 ? [`Not found on the page, and so to be doubted: ${list(kept)}.`] : []),
      ...(nulled.length > 0 ? [`Not found on the page, and so null: ${list(nulled)}.`] : []),
    ],
  };
}

function list(values: readonly UngroundedValue[]): string {
  const names = values.slice(0, maxListedPointers).map(({ pointer }) => pointer || 'the value');
  const more = values.length - maxListedPointers;
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
