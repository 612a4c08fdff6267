import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { snippetsOf } from '../../../../gateway/dashboard/requests/snippets.ts';

const body = { url: "https://example.com/it's", onlyMainContent: false, formats: ['markdown'], timeout: 5_000 };

function snippet(label: string, call: Partial<Parameters<typeof snippetsOf>[0]> = {}): string {
  const all = snippetsOf({ operation: 'scrape', base: 'http://localhost:3000', path: '/v1/scrape', body, ...call });
  return all.find((each) => each.label === label)?.text ?? '';
}

describe('a request as code', () => {
  it('is sent by a shell as it was', () => {
    const said = execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${snippet('curl')}`], {
      env: { SIGHTREAD_KEY: 'sr_key' },
    });
    expect(String(said).split('\n')).toEqual([
      'http://localhost:3000/v1/scrape',
      '-H',
      'Authorization: Bearer sr_key',
      '-H',
      'Content-Type: application/json',
      '-d',
      JSON.stringify(body),
      '',
    ]);
  });

  it('calls our client in TypeScript, and fetch where that has no method for it', () => {
    expect(snippet('TypeScript')).toContain('await sightread.scrape("https://example.com/it\'s", {');
    expect(snippet('TypeScript', { path: '/v2/scrape' })).toContain('fetch("http://localhost:3000/v2/scrape"');
    expect(snippet('TypeScript', { operation: 'parse', path: '/v1/parse', file: 'a.pdf' })).toContain(
      'form.set(\'file\', await openAsBlob("a.pdf"), "a.pdf");',
    );
  });

  it('has the words of Python for true, false and null', () => {
    const python = snippet('Python', { body: { url: 'https://example.com', evidence: true, schema: { const: null } } });
    expect(python).toContain('json={"url": "https://example.com", "evidence": True, "schema": {"const": None}},');
  });
});
