import type { FromSchema } from 'json-schema-to-ts';
import { pageOptionProperties } from './pageOptions.ts';
import type { WithFormats } from './requestedFormats.ts';

export const maxFileBytes = 50 * 1024 * 1024;

const { formats, onlyMainContent, includeTags, excludeTags, parsers, timeout } = pageOptionProperties;

/** The part `options` of an upload: those of a page that have a meaning for a file. */
export const parseOptionsSchema = {
  $id: 'ParseOptions',
  type: 'object',
  properties: {
    formats,
    onlyMainContent,
    includeTags,
    excludeTags,
    parsers,
    timeout,
    origin: { type: 'string', maxLength: 200, description: 'Sent by existing clients; accepted and ignored.' },
  },
  additionalProperties: false,
} as const;

export type ParseRequest = WithFormats<FromSchema<typeof parseOptionsSchema>>;

/** Formats that only a page on the web has. */
const webFormats = ['screenshot', 'branding', 'changeTracking'] as const;

/** What cannot be had of a file, as a sentence; undefined if nothing of it is asked for. */
export function fileFormatProblem({ formats }: Pick<ParseRequest, 'formats'>): string | undefined {
  const format = webFormats.find((each) => formats.includes(each));
  return format && `\`formats\`: ${format} is there for pages on the web, not for a file.`;
}
