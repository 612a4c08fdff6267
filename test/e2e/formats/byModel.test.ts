import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageItem } from '../../../contracts/results/page.ts';
import { jsonReply, type ScriptedModel, startScriptedModel } from '../../model/scriptedModel.ts';
import { call } from '../../support/client.ts';
import { site } from '../../support/fixtureSite.ts';
import { type IsolatedStack, startIsolatedStack } from '../../support/isolatedStack.ts';

describe('formats with a language model', () => {
  let model: ScriptedModel;
  let stack: IsolatedStack;
  beforeAll(async () => {
    model = await startScriptedModel();
    stack = await startIsolatedStack('formats-by-model', { OPENAI_BASE_URL: model.address, OPENAI_MODEL: 'scripted' });
  });
  afterAll(async () => {
    await stack?.stop();
    await model?.close();
  });

  async function scrape(formats: readonly unknown[], page = {}): Promise<PageItem> {
    const body = { url: site('/lighthouse'), formats, ...page };
    return (await call<{ data: PageItem }>(`${stack.api}/v1/scrape`, { body })).body.data;
  }

  it('have a summary in the words of the model, for a credit more', async () => {
    model.setScript([jsonReply({ summary: 'A keeper counts ships.' })]);
    const data = await scrape(['summary']);
    expect(data).toMatchObject({ summary: 'A keeper counts ships.', metadata: { creditsUsed: 2 } });
    expect(data.warning).toBeUndefined();
    expect(model.requests[0]?.body.messages[1]?.content).toContain('counted ships');
  });

  it('have the leading sentences where the model fails, and say so', async () => {
    model.setScript([{ status: 500 }]);
    const data = await scrape(['summary']);
    expect(data).toMatchObject({ summary: expect.stringContaining('Paragraph 1'), metadata: { creditsUsed: 1 } });
    expect(data.warning).toContain('The language model gave no usable answer');
  });

  it('have the data that a prompt asks for', async () => {
    model.setScript([jsonReply({ who: 'the keeper of the lighthouse' })]);
    expect(await scrape([{ type: 'json', prompt: 'Who counts?' }])).toMatchObject({
      json: { who: 'the keeper of the lighthouse' },
      metadata: { creditsUsed: 5 },
    });
  });

  it('have the branding that the model chooses; that of the rules if it does not answer, and say so', async () => {
    const none = { primary: -1, secondary: -1, accent: -1, buttonPrimary: -1, buttonSecondary: -1, logo: -1 };
    const personality = { tone: 'bold', energy: 'high', targetAudience: 'investors' };
    model.setScript([jsonReply({ ...none, ...personality })]);
    const chosen = await scrape(['branding']);
    expect(chosen).toMatchObject({ branding: { personality }, metadata: { creditsUsed: 5 } });
    expect(chosen.warning).toBeUndefined();
    model.setScript([{ status: 503 }]);
    expect(await scrape(['branding'])).toMatchObject({
      branding: { confidence: expect.any(Object) },
      warning: expect.stringContaining('branding: The language model did not answer'),
      metadata: { creditsUsed: 5 },
    });
  });

  it('have the values that differ from the last reading, in the json mode of changeTracking', async () => {
    const url = site(`/language?${randomUUID()}`);
    const schema = { type: 'object', properties: { heading: { type: 'string' } } };
    const formats = [{ type: 'changeTracking', modes: ['json'], schema }];
    const read = (language: string) => scrape(formats, { url, headers: { 'Accept-Language': language } });
    model.setScript([jsonReply({ heading: 'In de' })]);
    const first = await read('de');
    expect(first).toMatchObject({ changeTracking: { changeStatus: 'new' }, metadata: { creditsUsed: 5 } });
    expect(first.changeTracking).not.toHaveProperty('json');
    expect((await read('de')).changeTracking).toMatchObject({ changeStatus: 'same', json: {} });
    model.setScript([jsonReply({ heading: 'In fr' })]);
    expect((await read('fr')).changeTracking).toMatchObject({
      changeStatus: 'changed',
      json: { heading: { previous: 'In de', current: 'In fr' } },
    });
    model.setScript([{ status: 503 }]);
    expect(await read('it')).toMatchObject({
      changeTracking: { changeStatus: 'changed' },
      warning: expect.stringContaining('changeTracking: '),
      metadata: { creditsUsed: 1 },
    });
  });

  it('have no data where the model is down, and cost the page alone', async () => {
    model.setScript([{ status: 503 }]);
    const data = await scrape(['markdown', { type: 'json', prompt: 'Who counts?' }]);
    expect(data).toMatchObject({ markdown: expect.any(String), metadata: { creditsUsed: 1 } });
    expect(data.warning).toMatch(/^json: /);
  });
});
