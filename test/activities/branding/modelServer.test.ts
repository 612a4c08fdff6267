import type { RequestListener } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { decide } from '../../../activities/branding/decide.ts';
import { createAskModel } from '../../../activities/branding/model/askModel.ts';
import { chooseByModel } from '../../../activities/branding/model/choose.ts';
import { pendingChoiceOf } from '../../../activities/branding/model/pendingChoice.ts';
import { createModel } from '../../../activities/extract/model/client.ts';
import { button, evidenceWith, textStyle } from './support/evidence.ts';
import { serve } from './support/staticSite.ts';

const evidence = evidenceWith({
  texts: [textStyle()],
  buttons: [button({ background: 'rgb(23, 105, 170)' }), button({ background: 'rgb(22, 163, 74)', text: 'Order now' })],
});
const decision = decide(evidence);
const draft = {
  profile: decision.profile,
  warning: 'rules alone',
  open: { ...pendingChoiceOf(decision, evidence), warning: 'half loaded' },
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

/** A server with the chat completions API, in place of a language model. */
async function modelServer(answer: RequestListener) {
  const site = await serve(answer);
  onTestFinished(site.close);
  return createAskModel(createModel({ apiKey: 'none', baseUrl: `${site.url}/v1`, model: 'any' }));
}

function answering(content: string): RequestListener {
  return (_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }] }));
  };
}

async function choose(answer: RequestListener) {
  return chooseByModel(await modelServer(answer), draft, new AbortController().signal);
}

describe('the choice of a language model', () => {
  it('is merged into the profile, whose warning about missing it is removed', async () => {
    const stored = await choose(answering(JSON.stringify(choice)));
    expect(stored?.profile).toMatchObject({
      colors: { primary: draft.open.brief.colors[1]?.hex },
      personality: { tone: 'bold' },
    });
    expect(stored?.warning).toBe('half loaded');
    expect(stored).not.toHaveProperty('open');
  });

  it.each([
    ['a number that was not offered', JSON.stringify({ ...choice, primary: 40 })],
    ['a color of its own', JSON.stringify({ ...choice, primary: '#bada55' })],
    ['prose', 'I think that blue suits them.'],
    ['nothing', ''],
  ])('is undefined if the answer is %s', async (_what, content) => {
    expect(await choose(answering(content))).toBeUndefined();
  });

  it('fails if the server does, so that it is retried', async () => {
    await expect(choose((_, response) => void response.writeHead(500).end())).rejects.toThrow();
  });
});
