import { jsonRequestBody, jsonResponse, v2ErrorResponses } from '../responses.ts';
import { idParameter } from '../schemas.ts';

export interface Operation {
  id: string;
  summary: string;
  description: string;
  /** Of the body; none for a request without. */
  body?: object;
  /** Of the body: one that succeeds. */
  example?: object;
  /** What the id in its path is of; none without one. */
  idOf?: string;
  parameters?: readonly object[];
  answer: object;
}

/** An operation of /v2. */
export function operation(given: Operation) {
  const { id: operationId, summary, description, body, example, idOf, parameters = [], answer } = given;
  const allParameters = [...(idOf ? [idParameter(idOf, 'id', { type: 'string' })] : []), ...parameters];
  return {
    tags: ['Firecrawl clients'],
    operationId,
    summary,
    description,
    ...(allParameters.length > 0 && { parameters: allParameters }),
    ...(body && { requestBody: jsonRequestBody(body, example) }),
    responses: { 200: jsonResponse('The answer.', answer), ...v2ErrorResponses },
  };
}
