import { images, publishableKey } from './client.ts';

export interface Image {
  status: number;
  headers: Headers;
  body: Buffer;
}

/** One request to the image API, of the stack's gateway or the one at `base`. A null token sends none. */
export async function fetchImage(
  path: string,
  {
    token = publishableKey(),
    method = 'GET',
    headers = {},
    base = images(),
  }: { token?: string | null; method?: string; headers?: Record<string, string>; base?: string } = {},
): Promise<Image> {
  const separator = path.includes('?') ? '&' : '?';
  const response = await fetch(`${base}/${path}${token === null ? '' : `${separator}token=${token}`}`, {
    method,
    headers,
  });
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
}
