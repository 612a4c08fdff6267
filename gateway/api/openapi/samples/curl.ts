import { type Call, exampleFile, needsKey } from './call.ts';

export function curl(call: Call): string {
  const { method, path, body, isUpload } = call;
  return [
    `curl${method === 'GET' || (method === 'POST' && (body || isUpload)) ? '' : ` -X ${method}`} "$SIGHTREAD_URL${path}"`,
    needsKey(call) && '-H "Authorization: Bearer $SIGHTREAD_KEY"',
    body && '-H "Content-Type: application/json"',
    body && `-d '${JSON.stringify(body)}'`,
    isUpload && `-F file=@${exampleFile} -F 'options={"formats": ["markdown"]}'`,
  ]
    .filter(Boolean)
    .join(' \\\n  ');
}

export function imageCurl({ path }: Call): string {
  return `curl "$SIGHTREAD_IMAGE_URL${path}?token=$SIGHTREAD_PUBLISHABLE_KEY&size=64" -o image`;
}
