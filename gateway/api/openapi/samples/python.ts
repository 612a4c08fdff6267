import { type Call, exampleFile, needsKey } from './call.ts';
import { pythonLiteral } from './literals.ts';

export function python(call: Call): string {
  const { method, path, body, isUpload } = call;
  const request = [
    `    ${isUpload ? 'files' : 'json'}=${isUpload ? `{"file": open("${exampleFile}", "rb")}` : pythonLiteral(body)},`,
  ].filter(() => isUpload || body);
  return [
    'import os',
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    `    os.environ["SIGHTREAD_URL"] + "${path}",`,
    ...(needsKey(call) ? ['    headers={"Authorization": "Bearer " + os.environ["SIGHTREAD_KEY"]},'] : []),
    ...request,
    ')',
    'print(response.status_code, response.text)',
  ].join('\n');
}

export function imagePython({ path }: Call): string {
  return `import os
import requests

response = requests.get(
    os.environ["SIGHTREAD_IMAGE_URL"] + "${path}",
    params={"token": os.environ["SIGHTREAD_PUBLISHABLE_KEY"], "size": 64},
)
print(response.status_code, response.headers["Content-Type"])`;
}
