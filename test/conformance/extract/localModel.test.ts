import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExtractor } from '../../../activities/extract/extractor.ts';
import { openExtractPool } from '../../../activities/extract/extractPool.ts';
import { createModel, type Model } from '../../../activities/extract/model/client.ts';
import { leaves } from '../../../activities/extract/schema/pointerValues.ts';
import { Failure } from '../../../contracts/failures.ts';
import { silentTerminal } from '../../../deploy/local/terminal.ts';
import { lighthousePage } from '../../activities/extract/lighthousePage.ts';
import { ensureLocalModel } from '../../model/local/install.ts';
import { openRuntime } from '../../model/local/runtime.ts';
import { modelName, serveModel } from '../../model/local/server.ts';

/** A real but very weak model: much of what it says is invented, and must not reach the caller without a warning. */
describe('extraction with a small real model', () => {
  const pool = openExtractPool({ threads: 1 });
  let server: { address: string; close(): Promise<void> };
  let model: Model;
  let answered = 0;
  beforeAll(async () => {
    const complete = await openRuntime(await ensureLocalModel({ env: process.env, terminal: silentTerminal }));
    server = await serveModel(complete);
    model = createModel({
      apiKey: 'none',
      baseUrl: server.address,
      model: modelName,
      maxAnswerTokens: 300,
      timeoutMs: 600_000,
    });
  }, 600_000);
  afterAll(async () => {
    await server?.close();
    await pool.close();
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
      'nullable texts and numbers',
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
    'gives valid data for %s, and names or nulls what is not on the page',
    async (_, schema) => {
      const extract = createExtractor({ pool, model, contextTokens: 4_000 });
      const outcome = await extract(lighthousePage, { schema }, new AbortController().signal).catch(
        (error: unknown) => {
          if (error instanceof Failure && (error.kind === 'ModelRefused' || error.kind === 'NoData')) return undefined;
          throw error;
        },
      );
      // The model may refuse.
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
    900_000,
  );

  it('answers at least one of the schemas', () => {
    expect(answered).toBeGreaterThan(0);
  });
});
