import type { CallToolResult, Tool as ToolDescription } from '@modelcontextprotocol/sdk/types.js';
import type { Sightread } from '../../client/index.ts';

/** What a tool is called with. */
export interface ToolContext {
  /** The API with the caller's own key: the same limits, the same credits. */
  client: Sightread;
  /** Aborted if the caller cancels the call, or leaves. */
  signal: AbortSignal;
  /** Tells the caller how far it is, if it wants to know. */
  report(progress: number, total: number, message: string): Promise<void>;
  /** The address of an icon with one of the account's publishable keys; undefined if it has none. */
  iconUrl(domain: string, options: { size?: number; theme?: 'light' | 'dark' }): Promise<string | undefined>;
}

export interface Tool {
  description: ToolDescription;
  /** The arguments satisfy the schema. */
  run(args: unknown, context: ToolContext): Promise<CallToolResult>;
}

interface ToolOptions<Args> {
  name: string;
  title: string;
  /** One or two sentences by which a model tells when to use it. */
  description: string;
  properties: Readonly<Record<string, object>>;
  required?: readonly (keyof Args & string)[];
  /** Whether it only reads; default true. */
  isReadOnly?: boolean;
  check(args: unknown): Args;
  run(args: Args, context: ToolContext): Promise<CallToolResult>;
}

export function textResult(...texts: string[]): CallToolResult {
  return { content: texts.map((text) => ({ type: 'text', text })) };
}

export function failedResult(message: string): CallToolResult {
  return { ...textResult(message), isError: true };
}

export function inputSchemaOf(properties: Readonly<Record<string, object>>, required: readonly string[] = []) {
  return {
    type: 'object' as const,
    properties: { ...properties },
    required: [...required],
    additionalProperties: false,
  };
}

export function defineTool<Args>({ name, title, description, isReadOnly = true, ...options }: ToolOptions<Args>): Tool {
  const { properties, required = [], check, run } = options;
  return {
    description: {
      name,
      title,
      description,
      inputSchema: inputSchemaOf(properties, required),
      annotations: { title, readOnlyHint: isReadOnly, destructiveHint: false, openWorldHint: true },
    },
    run: async (args, context) => run(check(args), context),
  };
}
