import { DataError, SightreadError } from './errors.ts';

/**
 * A JSON Schema; the type of the data follows from it where it is written as a constant.
 *
 * @example
 * ```ts
 * import type { JsonSchema } from '@sightread/client';
 *
 * const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const satisfies JsonSchema;
 * const { data } = await client.extract('https://example.com/product', { schema });
 * console.log(data.name.length); // a string, to the compiler too
 * ```
 */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly [keyword: string]: unknown;
}

/**
 * What Zod (4.2 and later), ArkType and others make of a schema of theirs: the interface of standardschema.dev that says
 * what it is as JSON Schema, and checks values.
 *
 * @example
 * ```ts
 * import type { StandardSchema } from '@sightread/client';
 *
 * const product: StandardSchema<unknown, { name: string }> = z.object({ name: z.string() });
 * console.log((await client.extract('https://example.com/product', { schema: product })).data.name);
 * ```
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    readonly validate: (value: unknown) => ValidationResult<Output> | Promise<ValidationResult<Output>>;
    readonly jsonSchema?: { readonly input: (options: { target: 'draft-2020-12' }) => Record<string, unknown> };
  };
}

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}
type ValidationResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] };

interface Named {
  string: string;
  number: number;
  integer: number;
  boolean: boolean;
  null: null;
}

type ObjectData<S> = S extends { properties: infer P extends Record<string, JsonSchema> }
  ? {
      [K in keyof P as K extends RequiredOf<S> ? K : never]: DataOf<P[K]>;
    } & { [K in keyof P as K extends RequiredOf<S> ? never : K]?: DataOf<P[K]> }
  : Record<string, unknown>;
type RequiredOf<S> = S extends { required: readonly (infer K)[] } ? K : never;
type TypedData<S, T> = T extends keyof Named
  ? Named[T]
  : T extends 'array'
    ? S extends { items: infer I extends JsonSchema }
      ? DataOf<I>[]
      : unknown[]
    : T extends 'object'
      ? ObjectData<S>
      : unknown;

/**
 * The type of the data that satisfies a JSON Schema.
 *
 * @example
 * ```ts
 * import type { DataOf } from '@sightread/client';
 *
 * const price: DataOf<{ type: 'object'; properties: { amount: { type: 'number' } }; required: ['amount'] }> = { amount: 5 };
 * console.log(price.amount); // 5
 * ```
 */
export type DataOf<S extends JsonSchema> = S extends { const: infer C }
  ? C
  : S extends { enum: readonly (infer E)[] }
    ? E
    : S extends { anyOf: readonly (infer A extends JsonSchema)[] } | { oneOf: readonly (infer A extends JsonSchema)[] }
      ? DataOf<A>
      : S extends { type: readonly (infer T)[] }
        ? TypedData<S, T>
        : S extends { type: infer T }
          ? TypedData<S, T>
          : unknown;

export function isStandardSchema(schema: unknown): schema is StandardSchema {
  return (typeof schema === 'object' || typeof schema === 'function') && schema !== null && '~standard' in schema;
}

export function jsonSchemaOf({ '~standard': { jsonSchema } }: StandardSchema): Record<string, unknown> {
  if (!jsonSchema)
    throw new SightreadError(
      'This schema cannot say what it is as JSON Schema; with Zod before 4.2, pass z.toJSONSchema(schema).',
    );
  return jsonSchema.input({ target: 'draft-2020-12' });
}

/** The data as the schema gives it: with its defaults, transformations and further checks. */
export async function parsedBy<Output>(schema: StandardSchema<unknown, Output>, data: unknown): Promise<Output> {
  const result = await schema['~standard'].validate(data);
  if (!result.issues) return result.value;
  throw new DataError(
    result.issues.map(({ path = [], message }) => `${path.map(keyOf).join('.')}: ${message}`).join('; '),
  );
}

function keyOf(segment: PropertyKey | { readonly key: PropertyKey }): string {
  return String(typeof segment === 'object' ? segment.key : segment);
}
