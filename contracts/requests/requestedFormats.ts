import type {
  AttributesOptions,
  ChangeTrackingOptions,
  DataQuestion,
  FormatName,
  GivenFormat,
  ScreenshotOptions,
} from './formats.ts';

/** What is asked of formats beyond their names. */
export interface FormatOptions {
  json?: DataQuestion;
  attributes?: AttributesOptions;
  changeTracking?: ChangeTrackingOptions;
  screenshot?: ScreenshotOptions;
}

/** The formats of a request in one spelling, as the workers get them. */
export interface RequestedFormats {
  formats: FormatName[];
  formatOptions?: FormatOptions;
}

/** A request with its formats in one spelling. */
export type WithFormats<Request> = Omit<Request, 'formats'> &
  RequestedFormats & {
    /** Set for callers of /v2, to whom the page of a 404 is a page; to those of /v1 it is a failure. */
    readsErrorPages?: true;
  };

/** Answers with the first problem of a JSON Schema, as a sentence. */
type SchemaCheck = (schema: unknown) => string | undefined;

/** The formats in one spelling; or, in `problem`, a sentence about what is wrong with them. */
export function requestedFormats(
  given: readonly GivenFormat[],
  schemaProblem: SchemaCheck,
): RequestedFormats | { problem: string } {
  const formats = new Set<FormatName>();
  const formatOptions: FormatOptions = {};
  for (const each of given) {
    const format = typeof each === 'string' ? namedFormat(each) : each;
    if ('problem' in format) return { problem: `\`formats\`: ${format.problem}` };
    if (formats.has(format.type)) return { problem: `\`formats\`: ${format.type} is asked for twice.` };
    const problem = addOptions(formatOptions, format, schemaProblem);
    if (problem) return { problem: `\`formats\`: ${problem}` };
    formats.add(format.type);
  }
  return { formats: [...formats], ...(Object.keys(formatOptions).length > 0 && { formatOptions }) };
}

type FormatObject = Exclude<GivenFormat, string>;

/** A name alone, as an object. */
function namedFormat(type: FormatName): FormatObject | { problem: string } {
  if (type === 'attributes')
    return {
      problem: 'attributes need selectors: {"type": "attributes", "selectors": [{"selector": …, "attribute": …}]}.',
    };
  return { type };
}

function addOptions(options: FormatOptions, format: FormatObject, schemaProblem: SchemaCheck): string | undefined {
  if (format.type === 'attributes') options.attributes = { selectors: format.selectors };
  if (format.type === 'changeTracking') {
    const { modes, tag } = format;
    const values = modes?.includes('json') ? questionOf(format, schemaProblem) : undefined;
    if (values?.problem !== undefined) return values.problem;
    options.changeTracking = {
      ...(modes && { modes }),
      ...(tag && { tag }),
      ...(values && { values: values.question }),
    };
  }
  if (format.type === 'screenshot') {
    const { type: _, ...screenshot } = format;
    if (screenshot.quality !== undefined && screenshot.format === 'png')
      return 'a screenshot with a `quality` is a jpeg or a webp, and `format` is png.';
    options.screenshot = screenshot;
  }
  if (format.type === 'json') {
    if (format.schema === undefined && format.prompt === undefined)
      return 'json needs a schema, a prompt or both: {"type": "json", "schema": …, "prompt": …}.';
    const { question, problem } = questionOf(format, schemaProblem);
    if (problem !== undefined) return problem;
    options.json = question;
  }
  return undefined;
}

function questionOf(
  { schema, prompt }: { schema?: unknown; prompt?: string },
  schemaProblem: SchemaCheck,
): { question: DataQuestion; problem?: string } {
  const problem = schema === undefined ? undefined : schemaProblem(schema);
  const question = {
    ...(schema !== undefined && { schema: JSON.stringify(schema) }),
    ...(prompt !== undefined && prompt !== '' && { prompt }),
  };
  return { question, ...(problem !== undefined && { problem }) };
}
