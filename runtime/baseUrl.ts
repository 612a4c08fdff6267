import type { Settings } from './settings.ts';

/** Where callers reach the extraction API and the dashboard; without a slash at the end. */
export function baseUrl({ PUBLIC_URL, PORT }: Settings): string {
  return (PUBLIC_URL ?? `http://localhost:${PORT}`).replace(/\/$/, '');
}

/** Where callers reach the image API; without a slash at the end. */
export function imageBaseUrl({ PUBLIC_IMAGE_URL, IMAGE_PORT }: Settings): string {
  return (PUBLIC_IMAGE_URL ?? `http://localhost:${IMAGE_PORT}`).replace(/\/$/, '');
}
