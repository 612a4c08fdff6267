import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hasNamespaces, runInNamespace } from '../../support/networkNamespace.ts';
import { corpus } from './ssrfCorpus.ts';

const missing = [
  existsSync(corpus) ? '' : ' (skipped: no corpus)',
  hasNamespaces ? '' : ' (skipped: no network namespaces)',
];

describe.skipIf(missing.join('') !== '')(`SSRF corpus in the fetcher${missing.join('')}`, () => {
  interface Run {
    outcomes: Record<string, string>;
    hits: string[];
    control: string[];
  }
  const read = (name: string) => readFileSync(new URL(name, corpus), 'utf8');
  const fetchAll = (urls: string[]) =>
    runInNamespace<Run>(new URL('fetchCorpus.ts', import.meta.url), [JSON.stringify(urls)], 120_000);

  it('reaches none of the canaries at private addresses and refuses every URL of the refuse list', () => {
    const entries: { url: string; expect: string }[] = JSON.parse(read('refuse.json'));
    const { outcomes, hits, control } = fetchAll(entries.map(({ url }) => url));
    expect(hits).toEqual([]);
    expect(control).toEqual(['::ffff:10.0.0.1 80']);
    const wrong = entries.filter((entry) => entry.expect === 'refuse' && /^\d+$/.test(outcomes[entry.url] ?? ''));
    expect(wrong).toEqual([]);
  });

  it('reaches every URL of the allow list', () => {
    const urls = read('allow.txt').trim().split('\n');
    const { outcomes, hits } = fetchAll(urls);
    expect(hits).toEqual([]);
    // The servers of the canary network do not speak TLS.
    const wrong = urls.filter((url) => outcomes[url] !== (url.startsWith('https:') ? 'PageUnreachable' : '200'));
    expect(wrong.map((url) => `${url} ${outcomes[url]}`)).toEqual([]);
  });
});
