import { baseUrl } from '../baseUrl.ts';
import type { Settings } from '../settings.ts';
import type { Keyring } from './keyring.ts';
import { openKeyring } from './openKeyring.ts';

/** Addresses of stored files on our own API. Whoever has one may read the file for as long as the result exists. */
export interface FileLinks {
  screenshot(job: string, index: number, format?: string): string;
  /** A file that an action has made, by its place among those of the page. */
  actionFile(job: string, index: number, at: number, format: string): string;
  isSigned(path: string, signature: string): boolean;
}

export function openFileLinks(settings: Settings, keyring: Keyring = openKeyring(settings)): FileLinks {
  const base = baseUrl(settings);
  const signed = (path: string) => `${base}${path}?signature=${keyring.sign('files', path)}`;
  return {
    screenshot: (job, index, format = 'png') => signed(`/v1/files/${job}/${index}/screenshot.${format}`),
    actionFile: (job, index, at, format) => signed(`/v1/files/${job}/${index}/actions/${at}.${format}`),
    isSigned: (path, signature) => keyring.verify('files', path, signature),
  };
}
