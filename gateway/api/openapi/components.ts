import { isRecord } from '../../../contracts/json/isRecord.ts';
import { formatsSchema } from '../../../contracts/requests/formats.ts';
import { brandingProfileSchema } from '../../../contracts/results/branding.ts';
import { extractResultSchema } from '../../../contracts/results/extract.ts';
import { mapResultSchema } from '../../../contracts/results/map.ts';
import { monitorRunSchema, monitorSchema, pageChangeSchema } from '../../../contracts/results/monitor.ts';
import { pageItemSchema, pageMetadataSchema } from '../../../contracts/results/page.ts';
import { errorSchema, headers, v2ErrorSchema } from './responses.ts';

/** Schemas that are found by their name; requests have theirs as `$id`. */
const namedSchemas = new Map<unknown, string>([
  [errorSchema, 'Error'],
  [v2ErrorSchema, 'V2Error'],
  [formatsSchema, 'Formats'],
  [pageItemSchema, 'Page'],
  [pageMetadataSchema, 'PageMetadata'],
  [brandingProfileSchema, 'BrandingProfile'],
  [extractResultSchema, 'ExtractResult'],
  [mapResultSchema, 'MapResult'],
  [monitorSchema, 'Monitor'],
  [monitorRunSchema, 'MonitorRun'],
  [pageChangeSchema, 'PageChange'],
]);

/** A document in which each named schema stands once, among the components, and is referred to everywhere else. */
export function withComponents<Document extends { components: object }>(document: Document) {
  const schemas: Record<string, unknown> = {};

  function resolved(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(resolved);
    if (!isRecord(value)) return value;
    const name = nameOf(value);
    if (name === undefined) return entriesOf(value);
    if (!Object.hasOwn(schemas, name)) {
      // Before its own content, so that it keeps its place in the document.
      schemas[name] = undefined;
      schemas[name] = entriesOf(value);
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  // Discriminators are hints for our validation: the alternatives have no names that they could choose by.
  function entriesOf({ $id: _, discriminator: __, ...value }: Record<string, unknown>): Record<string, unknown> {
    const entries = Object.entries(forCallers(value)).map(([key, each]) => [key, resolved(each)]);
    return Object.fromEntries(entries);
  }

  const { components, ...rest } = document;
  return { ...entriesOf(rest), components: { ...components, schemas, headers } };
}

/** A schema as callers need it: our validation adds what has a default before it looks whether all is there. */
function forCallers({ 'x-format': format, ...schema }: Record<string, unknown>): Record<string, unknown> {
  const { properties, required } = schema;
  return {
    ...schema,
    ...(format !== undefined && { format }),
    ...(Array.isArray(required) &&
      isRecord(properties) && { required: required.filter((name) => !hasDefault(properties[name])) }),
  };
}

function hasDefault(schema: unknown): boolean {
  return isRecord(schema) && Object.hasOwn(schema, 'default');
}

function nameOf(value: Record<string, unknown>): string | undefined {
  const { $id: id } = value;
  return typeof id === 'string' ? id : namedSchemas.get(value);
}
