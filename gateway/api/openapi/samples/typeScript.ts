import { type Call, exampleFile, needsKey } from './call.ts';
import { clientSample } from './clientSample.ts';
import { literal } from './literals.ts';

/** With a method of the client where there is one. */
export function typeScript(call: Call): string {
  return clientSample(call.operation.operationId, call.body ?? {}) ?? fetchSample(call);
}

function fetchSample(call: Call): string {
  const { method, path, body, isUpload } = call;
  const headers = [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the sample that has the template.
    needsKey(call) && 'authorization: `Bearer ${process.env.SIGHTREAD_KEY}`',
    body && "'content-type': 'application/json'",
  ].filter(Boolean);
  const options = [
    method !== 'GET' && `  method: '${method}',`,
    headers.length > 0 && `  headers: { ${headers.join(', ')} },`,
    body && `  body: JSON.stringify(${literal(body)}),`,
    isUpload && '  body: form,',
  ].filter(Boolean);
  return [
    ...(isUpload ? uploadForm : []),
    `const response = await fetch(\`\${process.env.SIGHTREAD_URL}${path}\`${options.length > 0 ? `, {\n${options.join('\n')}\n}` : ''});`,
    'console.log(response.status, await response.text());',
  ].join('\n');
}

const uploadForm = [
  "import { openAsBlob } from 'node:fs';",
  '',
  'const form = new FormData();',
  `form.set('file', await openAsBlob('${exampleFile}'), '${exampleFile}');`,
  "form.set('options', JSON.stringify({ formats: ['markdown'] }));",
];

export function imageTypeScript({ path, operation: { operationId } }: Call): string {
  const name = operationId === 'icon' ? 'iconUrl' : 'openGraphUrl';
  return `import { ${name} } from '@sightread/client/images';

const address = ${name}('${path.split('/').pop()}', {
  token: process.env.SIGHTREAD_PUBLISHABLE_KEY ?? '',
  url: process.env.SIGHTREAD_IMAGE_URL ?? '',
  size: 64,
});
console.log(address);`;
}
