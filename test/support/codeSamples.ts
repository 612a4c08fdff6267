/** The operations of the reference with their samples. */
import { openApiDocument } from '../../gateway/api/openapi/document.ts';

interface Operation {
  operationId: string;
  'x-codeSamples'?: { lang: string; source: string }[];
}

const { paths }: { paths: Record<string, Record<string, Operation>> } = JSON.parse(
  JSON.stringify(openApiDocument('http://localhost:3000', 'http://localhost:3001')),
);

export const documentedOperations: readonly Operation[] = Object.values(paths)
  .flatMap((path) => Object.values(path))
  .filter(({ operationId }) => operationId !== undefined);

export function sourceOf(operation: Operation, lang: string): string {
  return operation['x-codeSamples']?.find((sample) => sample.lang === lang)?.source ?? '';
}
