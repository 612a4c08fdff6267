/** An operation as somebody would call it, with its examples filled in. */
export interface Operation {
  operationId: string;
  security?: readonly object[];
  parameters?: readonly { name: string; in: string; required?: boolean; example?: string }[];
  requestBody?: { content: Record<string, { example?: Record<string, unknown> }> };
}

export interface Call {
  method: string;
  /** With examples in the place of its parameters. */
  path: string;
  operation: Operation;
  body: Record<string, unknown> | undefined;
  isUpload: boolean;
}

export const exampleId = 'de497bb9-3124-4a63-ae1a-593ff6fcbe4b';
export const exampleFile = 'report.pdf';

export function callOf(method: string, path: string, operation: Operation): Call {
  const { parameters = [], requestBody } = operation;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const { example } = parameters.find((parameter) => parameter.name === name) ?? {};
    return example ?? examplesOfParameters[name] ?? exampleId;
  });
  return {
    method: method.toUpperCase(),
    path: filled,
    operation,
    body: requestBody?.content['application/json']?.example,
    isUpload: requestBody?.content['multipart/form-data'] !== undefined,
  };
}

const examplesOfParameters: Readonly<Record<string, string>> = { index: '0', at: '0', format: 'png' };

export function needsKey({ operation: { security } }: Call): boolean {
  return security?.length !== 0;
}
