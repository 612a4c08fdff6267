import type { FromSchema } from 'json-schema-to-ts';
import { readableNumber } from '../readableNumber.ts';
import { viewportSchema } from './viewport.ts';

export const maxActions = 50;
/** For all waits of a page together. */
export const maxWaitMs = 60_000;

const selector = { type: 'string', minLength: 1, maxLength: 1_000, description: 'A CSS selector.' } as const;

const waitSchema = {
  type: 'object',
  description: 'Waits for a time, or until an element is there.',
  properties: {
    type: { const: 'wait' },
    milliseconds: { type: 'integer', minimum: 1, maximum: maxWaitMs, 'x-unit': 'milliseconds' },
    selector,
  },
  required: ['type'],
  additionalProperties: false,
} as const;

const clickSchema = {
  type: 'object',
  description: 'Clicks on the first element that matches.',
  properties: {
    type: { const: 'click' },
    selector,
    all: { type: 'boolean', description: 'On every element that matches, up to 100, instead.' },
  },
  required: ['type', 'selector'],
  additionalProperties: false,
} as const;

const writeSchema = {
  type: 'object',
  description: 'Types text into the field that has the focus: click on it before.',
  properties: { type: { const: 'write' }, text: { type: 'string', maxLength: 10_000 } },
  required: ['type', 'text'],
  additionalProperties: false,
} as const;

const pressSchema = {
  type: 'object',
  description: 'Presses a key.',
  properties: {
    type: { const: 'press' },
    key: { type: 'string', minLength: 1, maxLength: 50, description: 'Such as `Enter`, `Tab`, `ArrowDown` or `a`.' },
  },
  required: ['type', 'key'],
  additionalProperties: false,
} as const;

const scrollSchema = {
  type: 'object',
  description: 'Scrolls by the height of the window, or of an element with content of its own.',
  properties: {
    type: { const: 'scroll' },
    direction: { enum: ['up', 'down'], description: 'Down if it is absent.' },
    selector,
  },
  required: ['type'],
  additionalProperties: false,
} as const;

const screenshotSchema = {
  type: 'object',
  properties: {
    type: { const: 'screenshot' },
    fullPage: { type: 'boolean', description: 'The whole page instead of what the window shows.' },
    quality: { type: 'integer', minimum: 1, maximum: 100, description: 'Makes a jpeg instead of a png.' },
    viewport: viewportSchema,
  },
  required: ['type'],
  additionalProperties: false,
} as const;

const scrapeSchema = {
  type: 'object',
  description: 'Keeps the HTML of the page as it is at this moment.',
  properties: { type: { const: 'scrape' } },
  required: ['type'],
  additionalProperties: false,
} as const;

const executeJavascriptSchema = {
  type: 'object',
  description:
    'Runs a script in the page. What its last expression, or a `return`, gives is kept; a promise is awaited.',
  properties: { type: { const: 'executeJavascript' }, script: { type: 'string', minLength: 1, maxLength: 100_000 } },
  required: ['type', 'script'],
  additionalProperties: false,
} as const;

const pdfSchema = {
  type: 'object',
  description: 'Prints the page.',
  properties: {
    type: { const: 'pdf' },
    format: {
      enum: ['A0', 'A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'Letter', 'Legal', 'Tabloid', 'Ledger'],
      description: 'The size of the paper; Letter if it is absent.',
    },
    landscape: { type: 'boolean' },
    scale: { type: 'number', minimum: 0.1, maximum: 2, description: 'Of what is printed; 1 if it is absent.' },
  },
  required: ['type'],
  additionalProperties: false,
} as const;

const actionSchema = {
  type: 'object',
  discriminator: { propertyName: 'type' },
  required: ['type'],
  oneOf: [
    waitSchema,
    clickSchema,
    writeSchema,
    pressSchema,
    scrollSchema,
    screenshotSchema,
    scrapeSchema,
    executeJavascriptSchema,
    pdfSchema,
  ],
} as const;

export const actionsSchema = {
  type: 'array',
  items: actionSchema,
  maxItems: maxActions,
  description:
    'What to do on the page before it is read, one after the other (uses the browser). They wait for at most 60 seconds in all, which are added to `timeout`. One that fails fails the page, with an error that names it.',
} as const;

export type Action = FromSchema<typeof actionSchema>;

/** How long the actions wait by the clock; how long a wait for an element takes is not known before. */
export function fixedWaitMs(actions: readonly Action[] = []): number {
  return actions.reduce((sum, action) => sum + (action.type === 'wait' ? (action.milliseconds ?? 0) : 0), 0);
}

/** Whether a picture is taken of the page, which therefore needs its own pictures. */
export function capturesPage(actions: readonly Action[] = []): boolean {
  return actions.some(({ type }) => type === 'screenshot' || type === 'pdf');
}

/** What is wrong with the actions beyond their schema, as a sentence. */
export function actionsProblem(actions: readonly Action[]): string | undefined {
  const at = actions.findIndex(
    (action) => action.type === 'wait' && (action.milliseconds === undefined) === (action.selector === undefined),
  );
  if (at >= 0) return `\`actions[${at}]\`: a wait has either \`milliseconds\` or a \`selector\`.`;
  const waitMs = fixedWaitMs(actions);
  if (waitMs <= maxWaitMs) return undefined;
  return `\`actions\` wait for ${readableNumber(waitMs)} milliseconds in all, and at most ${readableNumber(maxWaitMs)} are allowed.`;
}
