/** Writes JSON Schemas as TypeScript declarations, with their descriptions as comments. */
import ts from 'typescript';
import { foreignProperties, requestSchemas, resultSchemas } from './schemas.ts';

interface Schema {
  type?: string | readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  description?: string;
  default?: unknown;
}

/** The text of `api.d.ts`, given that of `api.ts`, whose comments it takes over. */
export function apiDeclarations(api: string): string {
  const comments = commentsIn(api);
  const declaration = (name: string, schema: Schema) =>
    `${comments.get(name) ?? ''}\nexport interface ${name} ${typeOf(schema, '')}\n`;
  const requests = Object.entries(requestSchemas).map(([name, schema]) => declaration(name, ofRequest(schema)));
  const results = Object.entries(resultSchemas).map(([name, schema]) => declaration(name, schema));
  return [...requests, ...results].join('\n');
}

/** The comment above each declaration. */
function commentsIn(text: string): Map<string, string> {
  const source = ts.createSourceFile('api.ts', text, ts.ScriptTarget.Latest, true);
  return new Map(
    source.statements.flatMap((statement) => {
      if (!ts.isTypeAliasDeclaration(statement) && !ts.isInterfaceDeclaration(statement)) return [];
      const comment = ts.getJSDocCommentsAndTags(statement)[0]?.getText(source);
      return comment ? [[statement.name.text, comment] as const] : [];
    }),
  );
}

/** As callers write it: what has a default may be left out, and what only other clients send is not offered. */
function ofRequest(schema: Schema): Schema {
  const { properties, required = [], ...rest } = schema;
  if (!properties) return schema;
  const foreign: readonly string[] = foreignProperties;
  const own = Object.entries(properties).filter(([name]) => !foreign.includes(name));
  return {
    ...(rest.type !== undefined && { type: rest.type }),
    ...(rest.description !== undefined && { description: rest.description }),
    ...(rest.additionalProperties !== undefined && { additionalProperties: rest.additionalProperties }),
    properties: Object.fromEntries(own.map(([name, each]) => [name, ofRequest(each)])),
    required: required.filter((name) => properties[name]?.default === undefined),
  };
}

function typeOf(schema: Schema, indent: string): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  // An `anyOf` that only says which properties are required adds nothing to the type.
  if (choices && !schema.properties) return choices.map((each) => typeOf(each, indent)).join(' | ');
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  if (types.length === 0) return schema.properties ? objectType(schema, indent) : 'unknown';
  return types.map((type) => namedType(type, schema, indent)).join(' | ');
}

function namedType(type: string, schema: Schema, indent: string): string {
  if (type === 'integer') return 'number';
  if (type === 'object') return objectType(schema, indent);
  if (type !== 'array') return type;
  const element = typeOf(schema.items ?? {}, indent);
  return /[|{]/.test(element) ? `Array<${element}>` : `${element}[]`;
}

function objectType({ properties, required = [], additionalProperties = true }: Schema, indent: string): string {
  if (!properties) {
    const value = typeof additionalProperties === 'object' ? typeOf(additionalProperties, indent) : 'unknown';
    return `{ [name: string]: ${value} }`;
  }
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, schema]) => {
    const optional = required.includes(name) ? '' : '?';
    return `${comment(schema, inner)}${inner}${name}${optional}: ${typeOf(schema, inner)};\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

function comment({ description, default: fallback }: Schema, indent: string): string {
  const said = [description, fallback === undefined ? undefined : `Default: \`${JSON.stringify(fallback)}\`.`];
  const text = said.filter((each) => each !== undefined).join(' ');
  return text === '' ? '' : `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n`;
}
