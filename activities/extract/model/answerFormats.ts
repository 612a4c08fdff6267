/**
 * The ways to request a JSON answer from an OpenAI-compatible server, the strictest first. Not every server supports
 * all of them.
 */
export const answerFormats = ['json_schema', 'json_object', 'tool', 'text'] as const;
export type AnswerFormat = (typeof answerFormats)[number];

const answerName = 'answer';

/** The request parameters for a format. */
export function formatParameters(format: AnswerFormat, schema: Record<string, unknown> | undefined) {
  switch (format) {
    case 'json_schema':
      return schema
        ? { response_format: { type: 'json_schema' as const, json_schema: { name: answerName, strict: true, schema } } }
        : { response_format: { type: 'json_object' as const } };
    case 'json_object':
      return { response_format: { type: 'json_object' as const } };
    case 'tool':
      return {
        tools: [
          {
            type: 'function' as const,
            function: {
              name: answerName,
              description: 'Gives the extracted data.',
              parameters: schema ?? { type: 'object' },
            },
          },
        ],
        tool_choice: { type: 'function' as const, function: { name: answerName } },
      };
    case 'text':
      return {};
  }
}
