import { describe, expect, it } from 'vitest';
import { checkRequest } from '../../../../gateway/api/requests/checkRequest.ts';

function check(actions: unknown) {
  const text = JSON.stringify({ url: 'https://example.com/', timeout: 20_000, actions });
  return checkRequest({ kind: 'scrape', body: text, withDigest: false });
}

function wait(milliseconds: number) {
  return { type: 'wait', milliseconds };
}

describe('the actions of a request', () => {
  it('are those of existing clients, and what they wait is added to the time of the page', () => {
    const actions = [
      wait(1_500),
      { type: 'wait', selector: '#ready' },
      { type: 'click', selector: '#a', all: true },
      { type: 'write', text: 'x' },
      { type: 'press', key: 'Enter' },
      { type: 'scroll', direction: 'down', selector: '#list' },
      { type: 'screenshot', fullPage: true, quality: 80, viewport: { width: 800, height: 600 } },
      { type: 'scrape' },
      { type: 'executeJavascript', script: '1' },
      { type: 'pdf', format: 'A4', landscape: false, scale: 0.8 },
    ];
    expect(check(actions)).toMatchObject({ request: { actions, timeout: 21_500 } });
  });

  it.each([
    [Array.from({ length: 51 }, () => wait(1)), '`actions` must have at most 50 entries.'],
    [[wait(31_000), wait(30_000)], '`actions` wait for 61,000 milliseconds in all, and at most 60,000 are allowed.'],
    [[wait(61_000)], '`actions[0].milliseconds` must be from 1 to 60,000 milliseconds, not 61000.'],
    [[wait(1), { type: 'wait' }], '`actions[1]`: a wait has either `milliseconds` or a `selector`.'],
    [[{ type: 'wait', milliseconds: 1, selector: 'a' }], '`actions[0]`: a wait has either'],
    [[{ type: 'clik', selector: 'a' }], '`actions[0].type` must be one of wait, click,'],
    [[{ type: 'click' }], '`actions[0].selector` is required.'],
    [[{ type: 'click', selectr: 'a' }], '`actions[0]'],
    [[{ type: 'pdf', scale: 9 }], '`actions[0].scale` must be from 0.1 to 2, not 9.'],
    ['click', '`actions` must be a list'],
  ])('are refused with a sentence that names what is wrong: %j', (actions, problem) => {
    expect(check(actions)).toEqual({ problem: expect.stringContaining(problem) });
  });
});
