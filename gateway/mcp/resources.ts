import type { Resource } from '@modelcontextprotocol/sdk/types.js';
import type { JobProgress } from '../../client/index.ts';

const prefix = 'sightread://jobs/';

/** The resource of a job, once it has ended. */
export function jobUri(id: string): string {
  return `${prefix}${id}`;
}

export function jobOf(uri: string): string | undefined {
  return uri.startsWith(prefix) ? uri.slice(prefix.length) : undefined;
}

export const jobTemplate = {
  uriTemplate: `${prefix}{id}`,
  name: 'job',
  title: 'Pages of a job',
  description: 'What a crawl or batch has read, as markdown; its beginning, if that is long.',
  mimeType: 'text/markdown',
};

export function jobResource({ id, status, total, completed }: JobProgress): Resource {
  return {
    uri: jobUri(id),
    name: id,
    title: `Job ${id}`,
    description: `${status}, ${completed} of ${total} pages read`,
    mimeType: jobTemplate.mimeType,
  };
}
