import { describe, expect, it } from 'vitest';
import { subjectOf, withoutSecrets } from '../../../gateway/requestLog/withoutSecrets.ts';

describe('a request as it is logged', () => {
  it('has the names of headers and cookies, and none of their values', () => {
    const body = {
      url: 'https://example.com/',
      headers: { Authorization: 'Bearer s3cret', 'X-List': ['s3cret'] },
      cookies: { sid: 's3cret' },
      scrapeOptions: { headers: { cookie: 's3cret' } },
    };
    expect(withoutSecrets(body)).toEqual({
      url: 'https://example.com/',
      headers: { Authorization: '•••', 'X-List': ['•••'] },
      cookies: { sid: '•••' },
      scrapeOptions: { headers: { cookie: '•••' } },
    });
  });

  it('says which actions were taken, and not what they typed or ran', () => {
    const actions = [
      { type: 'click', selector: '#password' },
      { type: 'write', text: 's3cret' },
      { type: 'executeJavascript', script: 'fetch("/?s3cret")' },
      { type: 'wait', milliseconds: 100 },
    ];
    expect(withoutSecrets({ actions })).toEqual({
      actions: [
        { type: 'click', selector: '#password' },
        { type: 'write', text: '•••' },
        { type: 'executeJavascript', script: '•••' },
        { type: 'wait', milliseconds: 100 },
      ],
    });
  });

  it('has no user name and password of a URL, wherever it stands', () => {
    const url = 'https://user:s3cret@example.com/a?b#c';
    expect(withoutSecrets({ url, prompt: `as on ${url} and http://u:p@s3cret@x.example`, deep: [{ url }] })).toEqual({
      url: 'https://example.com/a?b#c',
      prompt: 'as on https://example.com/a?b#c and http://x.example',
      deep: [{ url: 'https://example.com/a?b#c' }],
    });
    expect(subjectOf('user:s3cret@example.com/a@b')).toBe('example.com/a@b');
    expect(subjectOf('https:\\\\user:s3cret@example.com')).toBe('https://example.com/');
  });

  it('has no value of a field whose name says that it is a secret, and keeps a schema that has such names', () => {
    const schema = { type: 'object', properties: { token: { type: 'string' } }, required: ['token'] };
    expect(withoutSecrets({ schema, apiKey: 's3cret', access_token: 's3cret', Authorization: 's3cret' })).toEqual({
      schema,
      apiKey: '•••',
      access_token: '•••',
      Authorization: '•••',
    });
  });

  it('takes no time or stack for a body that was made to take them', () => {
    const deep = JSON.parse(`${'['.repeat(60_000)}${']'.repeat(60_000)}`);
    expect(JSON.stringify(withoutSecrets(deep)).length).toBeLessThan(1_000);
    const dull = 'http://'.repeat(9_000);
    expect(withoutSecrets({ prompt: dull })).toEqual({ prompt: dull });
  });
});
