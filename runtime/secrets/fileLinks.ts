import type { ScreenshotFormat } from '../../contracts/requests/formats.ts';
import { baseUrl } from '../baseUrl.ts';
import type { Settings } from '../settings.ts';
import type { Keyring } from './keyring.ts';
import { openKeyring } from './openKeyring.ts';

/** Addresses of stored files on our own API. Whoever has one may read the file for as long as the result exists. */
export interface FileLinks {
  screenshot(job: string, index: number, format?: ScreenshotFormat): string;
  isSigned(path: string, signature: string): boolean;
}

export function openFileLinks(settings: Settings, keyring: Keyring = openKeyring(settings)): FileLinks {
  const base = baseUrl(settings);
  return {
    screenshot(job, index, format = 'png') {
      const path = `/v1/files/${job}/${index}/screenshot.${format}`;
      return `${base}${path}?signature=${keyring.sign('files', path)}`;
    },
    isSigned: (path, signature) => keyring.verify('files', path, signature),
  };
}
