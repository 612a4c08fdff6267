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

  async function scrape(formats: readonly unknown[]): Promise<PageItem> {
    const body = { url: site('/lighthouse'), formats };
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
    expect(data.warning).toContain('the language model gave no usable answer');
  });

  it('have the data that a prompt asks for', async () => {
    model.setScript([jsonReply({ who: 'the keeper of the lighthouse' })]);
    expect(await scrape([{ type: 'json', prompt: 'Who counts?' }])).toMatchObject({
      json: { who: 'the keeper of the lighthouse' },
      metadata: { creditsUsed: 5 },
    });
  });

  it('have no data where the model is down, and cost the page alone', async () => {
    model.setScript([{ status: 503 }]);
    const data = await scrape(['markdown', { type: 'json', prompt: 'Who counts?' }]);
    expect(data).toMatchObject({ markdown: expect.any(String), metadata: { creditsUsed: 1 } });
    expect(data.warning).toMatch(/^json: /);
  });
});
