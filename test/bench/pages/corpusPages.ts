import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

export interface CorpusPage {
  key: string;
  url: string;
  type: string;
  /** The compressed HTML. */
  file: string;
  body(): Buffer;
  truth(): string;
}

export function readCorpus(folder: string): CorpusPage[] {
  const manifest: Record<string, { url: string; type: string }> = JSON.parse(
    readFileSync(join(folder, 'manifest.json'), 'utf8'),
  );
  return Object.entries(manifest).map(([key, { url, type }]) => {
    const file = join(folder, 'html', `${key}.html.gz`);
    return {
      key,
      url,
      type,
      file,
      body: () => gunzipSync(readFileSync(file)),
      truth: () => gunzipSync(readFileSync(join(folder, 'truth', `${key}.txt.gz`))).toString(),
    };
  });
}
