import { baseUrl, imageBaseUrl } from '../../runtime/baseUrl.ts';
import type { Settings } from '../../runtime/settings.ts';
import { version } from '../../runtime/version.ts';

export type ServiceIndex = ReturnType<typeof serviceIndex>;

/** What somebody sees who opens the address of an API: where everything is. */
export function serviceIndex(settings: Settings) {
  const api = baseUrl(settings);
  return {
    name: 'Sightread',
    version,
    docs: `${api}/docs`,
    reference: `${api}/v1/docs`,
    openapi: `${api}/v1/openapi.json`,
    health: `${api}/healthz`,
    api: `${api}/v1`,
    images: imageBaseUrl(settings),
    mcp: `${api}/mcp`,
  };
}
