/** A server with the tools, resources and prompts that the official conformance suite asks for, behind our endpoint. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  CompleteRequestSchema,
  type ContentBlock,
  ElicitResultSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  type RequestId,
  type ServerNotification,
  SetLevelRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';

/** A red pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
/** A moment of silence. */
const wav = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';

interface Call {
  server: Server;
  /** Sends a question to the client on the stream of the call; its other stream may not be open yet. */
  related: { relatedRequestId: RequestId };
  args: Record<string, unknown>;
  progressToken: string | number;
  notify(notification: ServerNotification): Promise<void>;
  closeStream(): void;
}

type FixtureTool = (call: Call) => Promise<ContentBlock[]>;

function text(words: string): ContentBlock {
  return { type: 'text', text: words };
}

const image: ContentBlock = { type: 'image', data: png, mimeType: 'image/png' };

function resource(uri: string, mimeType: string, words: string): ContentBlock {
  return { type: 'resource', resource: { uri, mimeType, text: words } };
}

/** Asks the user of the client to fill in a form. */
async function elicit(
  { server, related }: Call,
  message: string,
  properties: object,
  required: string[] = [],
): Promise<ContentBlock[]> {
  const params = { mode: 'form', message, requestedSchema: { type: 'object', properties, required } };
  const { action, content = {} } = await server.request(
    { method: 'elicitation/create', params } as Parameters<Server['request']>[0],
    ElicitResultSchema,
    related,
  );
  return [text(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`)];
}

const options = ['option1', 'option2', 'option3'];
const titled = ['value1', 'value2', 'value3'].map((value) => ({ const: value, title: `Title of ${value}` }));

const tools: Record<string, FixtureTool> = {
  test_simple_text: async () => [text('This is a simple text response for testing.')],
  test_image_content: async () => [image],
  test_audio_content: async () => [{ type: 'audio', data: wav, mimeType: 'audio/wav' }],
  test_embedded_resource: async () => [
    resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ],
  test_multiple_content_types: async () => [
    text('Multiple content types test:'),
    image,
    resource('test://mixed-content-resource', 'application/json', JSON.stringify({ test: 'data', value: 123 })),
  ],
  async test_tool_with_logging({ notify }) {
    for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await notify({ method: 'notifications/message', params: { level: 'info', data } });
      await sleep(50);
    }
    return [text('done')];
  },
  async test_tool_with_progress({ notify, progressToken }) {
    for (const progress of [0, 50, 100]) {
      await notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
      await sleep(50);
    }
    return [text(String(progressToken))];
  },
  async test_error_handling() {
    throw new Error('This tool intentionally returns an error for testing');
  },
  async test_reconnection({ closeStream }) {
    closeStream();
    await sleep(100);
    return [text('Reconnection test completed successfully.')];
  },
  async test_sampling({ server, related, args }) {
    const content = { type: 'text' as const, text: String(args['prompt']) };
    const answer = await server.createMessage({ messages: [{ role: 'user', content }], maxTokens: 100 }, related);
    return [text(`LLM response: ${JSON.stringify(answer.content)}`)];
  },
  test_elicitation: (call) =>
    elicit(call, String(call.args['message']), { response: { type: 'string', description: 'The answer' } }, [
      'response',
    ]),
  test_elicitation_sep1034_defaults: (call) =>
    elicit(call, 'Please review the fields', {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    }),
  test_elicitation_sep1330_enums: (call) =>
    elicit(call, 'Please choose', {
      untitledSingle: { type: 'string', enum: options },
      titledSingle: { type: 'string', oneOf: titled },
      legacyEnum: {
        type: 'string',
        enum: ['opt1', 'opt2', 'opt3'],
        enumNames: ['Option One', 'Option Two', 'Option Three'],
      },
      untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
      titledMulti: { type: 'array', items: { anyOf: titled } },
    }),
  json_schema_2020_12_tool: async ({ args }) => [text(JSON.stringify(args))],
};

const schemas: Record<string, object> = {
  json_schema_2020_12_tool: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $defs: { address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
    properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
    additionalProperties: false,
  },
};

const resources = {
  'test://static-text': { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  'test://static-binary': { mimeType: 'image/png', blob: png },
  'test://watched-resource': { mimeType: 'text/plain', text: 'Watched resource content' },
};

const prompts: Record<string, (args: Record<string, string>) => ContentBlock[]> = {
  test_simple_prompt: () => [text('This is a simple prompt for testing.')],
  test_prompt_with_arguments: ({ arg1, arg2 }) => [text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  test_prompt_with_embedded_resource: ({ resourceUri = '' }) => [
    resource(resourceUri, 'text/plain', 'Embedded resource content for testing.'),
    text('Please process the embedded resource above.'),
  ],
  test_prompt_with_image: () => [image, text('Please analyze the image above.')],
};
const promptArguments: Record<string, string[]> = {
  test_prompt_with_arguments: ['arg1', 'arg2'],
  test_prompt_with_embedded_resource: ['resourceUri'],
};

export function createFixtureServer(): Server {
  const server = new Server(
    { name: 'fixtures', version: '1.0.0' },
    { capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, logging: {}, completions: {} } },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: Object.keys(tools).map((name) => ({
      name,
      description: `A fixture: ${name}`,
      inputSchema: { type: 'object' as const, ...schemas[name] },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra): Promise<CallToolResult> => {
    try {
      const content = await tools[params.name]?.({
        server,
        related: { relatedRequestId: extra.requestId },
        args: params.arguments ?? {},
        progressToken: params._meta?.progressToken ?? 0,
        notify: extra.sendNotification,
        closeStream: () => extra.closeSSEStream?.(),
      });
      return { content: content ?? [] };
    } catch (error) {
      return { content: [text(error instanceof Error ? error.message : String(error))], isError: true };
    }
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: Object.entries(resources).map(([uri, { mimeType }]) => ({ uri, name: uri, mimeType, description: uri })),
  }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' }],
  }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
    const id = /^test:\/\/template\/(.+)\/data$/.exec(uri)?.[1];
    const templated = { mimeType: 'application/json', text: JSON.stringify({ id, data: `Data for ID: ${id}` }) };
    const found = Object.entries(resources).find(([each]) => each === uri)?.[1] ?? templated;
    return { contents: [{ uri, ...found }] };
  });
  server.setRequestHandler(SubscribeRequestSchema, () => ({}));
  server.setRequestHandler(UnsubscribeRequestSchema, () => ({}));
  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: Object.keys(prompts).map((name) => ({
      name,
      description: `A fixture: ${name}`,
      arguments: (promptArguments[name] ?? []).map((each) => ({ name: each, description: each, required: true })),
    })),
  }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => ({
    messages: (prompts[params.name]?.(params.arguments ?? {}) ?? []).map((content) => ({
      role: 'user' as const,
      content,
    })),
  }));
  server.setRequestHandler(SetLevelRequestSchema, () => ({}));
  server.setRequestHandler(CompleteRequestSchema, () => ({ completion: { values: [], total: 0, hasMore: false } }));
  return server;
}
