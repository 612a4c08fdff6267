import { isRecord } from '../../../../contracts/json/isRecord.ts';
import { type Call, callOf, type Operation } from './call.ts';
import { curl, imageCurl } from './curl.ts';
import { imagePython, python } from './python.ts';
import { imageTypeScript, typeScript } from './typeScript.ts';

const methods = new Set(['get', 'post', 'put', 'patch', 'delete']);

/** The paths with samples in three languages for each operation, made from its example. */
export function withCodeSamples<Paths extends Readonly<Record<string, object>>>(paths: Paths): Paths {
  const entries = Object.entries(paths).map(([path, item]) => [path, withSamples(path, item)]);
  return Object.fromEntries(entries);
}

function withSamples(path: string, item: object): object {
  const isImage = 'servers' in item;
  return Object.fromEntries(
    Object.entries(item).map(([method, operation]) =>
      methods.has(method) && isOperation(operation)
        ? [method, { ...operation, 'x-codeSamples': samplesOf(callOf(method, path, operation), isImage) }]
        : [method, operation],
    ),
  );
}

function isOperation(value: unknown): value is Operation {
  return isRecord(value) && typeof value['operationId'] === 'string';
}

function samplesOf(call: Call, isImage: boolean) {
  return [
    { lang: 'shell', label: 'curl', source: isImage ? imageCurl(call) : curl(call) },
    { lang: 'typescript', label: 'TypeScript', source: isImage ? imageTypeScript(call) : typeScript(call) },
    { lang: 'python', label: 'Python', source: isImage ? imagePython(call) : python(call) },
  ];
}
