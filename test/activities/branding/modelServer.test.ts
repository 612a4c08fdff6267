import type { RequestListener } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { decide } from '../../../activities/branding/decide.ts';
import { askingModel } from '../../../activities/branding/model/asking.ts';
import { openChoice } from '../../../activities/branding/model/brief.ts';
import { chooseByModel } from '../../../activities/branding/model/choose.ts';
import { createModel } from '../../../activities/extract/model/client.ts';
import { button, seen, text } from './seen.ts';
import { serve } from './staticSite.ts';

const evidence = seen({
  texts: [text()],
  buttons: [button({ background: 'rgb(23, 105, 170)' }), button({ background: 'rgb(22, 163, 74)', text: 'Order now' })],
});
const decision = decide(evidence);
const draft = {
  profile: decision.profile,
  warning: 'rules alone',
  open: { ...openChoice(decision, evidence), warning: 'half loaded' },
};
const choice = {
  primary: 1,
  secondary: 0,
  accent: -1,
  buttonPrimary: 1,
  buttonSecondary: 0,
  logo: -1,
  tone: 'bold',
  energy: 'high',
  targetAudience: 'shoppers',
};

/** A server that speaks chat completions, as the language model's would. */
async function modelServer(answer: RequestListener) {
  const site = await serve(answer);
  onTestFinished(site.close);
  return askingModel(createModel({ apiKey: 'none', baseUrl: `${site.url}/v1`, model: 'any' }));
}
function saying(content: string): RequestListener {
  return (_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }] }));
  };
}

async function choose(answer: RequestListener) {
  return chooseByModel(await modelServer(answer), draft, new AbortController().signal);
}

describe('asking the language model', () => {
  it('puts its choice into the profile, with only the warnings that still hold', async () => {
    const stored = await choose(saying(JSON.stringify(choice)));
    expect(stored?.profile).toMatchObject({
      colors: { primary: draft.open.brief.colors[1]?.hex },
      personality: { tone: 'bold' },
    });
    expect(stored?.warning).toBe('half loaded');
    expect(stored).not.toHaveProperty('open');
  });

  it.each([
    ['something that was not offered', JSON.stringify({ ...choice, primary: 40 })],
    ['a colour that was not seen', JSON.stringify({ ...choice, primary: '#bada55' })],
    ['prose', 'I think that blue suits them.'],
    ['nothing', ''],
  ])('keeps what rules made of the page where the answer is %s', async (_what, content) => {
    expect(await choose(saying(content))).toBeUndefined();
  });

  it('fails where the server does, so that it is tried again', async () => {
    await expect(choose((_, response) => void response.writeHead(500).end())).rejects.toThrow();
  });
});
