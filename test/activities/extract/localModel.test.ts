import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExtractor } from '../../../activities/extract/extractor.ts';
import { createModel, type Model } from '../../../activities/extract/model/client.ts';
import { createThreads } from '../../../activities/extract/offThread.ts';
import { leaves } from '../../../activities/extract/schema/pointer.ts';
import { Failure } from '../../../contracts/failures.ts';
import { silentTerminal } from '../../../deploy/local/terminal.ts';
import { ensureLocalModel } from '../../model/local/install.ts';
import { openRuntime } from '../../model/local/runtime.ts';
import { modelName, serveModel } from '../../model/local/server.ts';
import { lighthousePage } from './page.ts';

/** A real and very weak model: what it says is noise as often as not, and may reach nobody unmarked. */
describe('a small real model', () => {
  const threads = createThreads({ threads: 1 });
  let server: { address: string; close(): Promise<void> };
  let model: Model;
  let answered = 0;
  beforeAll(async () => {
    const complete = await openRuntime(await ensureLocalModel({ env: process.env, terminal: silentTerminal }));
    server = await serveModel(complete);
    model = createModel({ apiKey: 'none', baseUrl: server.address, model: modelName, mostAnswerTokens: 300 });
  }, 600_000);
  afterAll(async () => {
    await server?.close();
    await threads.close();
  });

  it.each([
    [
      'required texts and numbers',
      {
        type: 'object',
        properties: { keeper: { type: 'string' }, built: { type: 'integer' } },
        required: ['keeper', 'built'],
      },
    ],
    [
      'nullable ones',
      {
        type: 'object',
        properties: {
          keeper: { type: ['string', 'null'] },
          owner: { type: ['string', 'null'] },
          height: { type: ['number', 'null'] },
        },
        required: ['keeper', 'owner'],
      },
    ],
    [
      'a list',
      {
        type: 'object',
        properties: { rules: { type: 'array', items: { type: 'string' }, maxItems: 5 } },
        required: ['rules'],
      },
    ],
    [
      'dates and choices',
      {
        type: 'object',
        properties: { opens: { type: 'string', format: 'date' }, kind: { enum: ['lighthouse', 'harbour'] } },
        required: ['kind'],
      },
    ],
  ])(
    'gives valid data, with what is not on the page named or null: %s',
    async (_, schema) => {
      const extract = createExtractor({ threads, model, contextTokens: 4_000 });
      const outcome = await extract(lighthousePage, { schema }, new AbortController().signal).catch(
        (error: unknown) => {
          if (error instanceof Failure && (error.kind === 'ModelRefused' || error.kind === 'NoData')) return undefined;
          throw error;
        },
      );
      // An honest refusal is an answer too.
      if (!outcome) return;
      answered += 1;
      expect(new Ajv({ strict: false, validateFormats: false }).validate(schema, outcome.data)).toBe(true);
      const page = lighthousePage.html.toLowerCase().replace(/[^a-z\d]+/g, ' ');
      for (const [at, value] of leaves(outcome.data)) {
        const isThere = page.includes(
          String(value)
            .toLowerCase()
            .replace(/[^a-z\d]+/g, ' ')
            .trim(),
        );
        if (!isThere && at !== '/kind' && at !== '/opens') expect(outcome.warning).toContain(at);
      }
    },
    240_000,
  );

  it('does answer some of them', () => {
    expect(answered).toBeGreaterThan(0);
  });
});
