import type { Settings } from '../contracts/settings.ts';

/** Where callers reach the extraction API; without a slash at the end. */
export const baseUrl = ({ PUBLIC_URL, PORT }: Settings): string =>
  (PUBLIC_URL ?? `http://localhost:${PORT}`).replace(/\/$/, '');
