import { ApplicationFailure, defaultPayloadConverter } from '@temporalio/common';
import {
  decodeOptionalFailureToOptionalError,
  encodeErrorToFailure,
  loadDataConverter,
} from '@temporalio/common/lib/internal-non-workflow/index.js';
import { describe, expect, it } from 'vitest';
import { dataConverterWith } from '../../../runtime/temporal/dataConverter.ts';
import { createPayloadCodec } from '../../../runtime/temporal/payloadCodec.ts';
import { createTestKeyring } from '../../support/keyrings.ts';

const secret = 'Bearer a-token';
const keyring = createTestKeyring();

describe('the payload codec', () => {
  it('encrypts payloads and decrypts them to what they were', async () => {
    const codec = createPayloadCodec(keyring);
    const payload = defaultPayloadConverter.toPayload({ headers: { authorization: secret } });
    const encoded = await codec.encode([payload]);
    expect(JSON.stringify(encoded)).not.toContain('json/plain');
    expect(Buffer.from(encoded[0]?.data ?? []).includes(secret)).toBe(false);
    const [decoded] = await codec.decode(encoded);
    expect(defaultPayloadConverter.fromPayload(decoded ?? {})).toEqual({ headers: { authorization: secret } });
  });

  it('reads payloads that were stored in clear', async () => {
    const payload = defaultPayloadConverter.toPayload({ job: 'a' });
    expect(await createPayloadCodec(keyring).decode([payload])).toEqual([payload]);
  });

  it('encrypts the messages of failures, and leaves their type readable', async () => {
    const converter = loadDataConverter(dataConverterWith(keyring));
    const inner = ApplicationFailure.create({ type: 'PageRefused', message: `refused ${secret}`, details: [secret] });
    const error = ApplicationFailure.create({ message: `outer ${secret}`, cause: inner });
    const failure = await encodeErrorToFailure(converter, error);
    expect(JSON.stringify(failure)).not.toContain('a-token');
    expect(failure.cause?.applicationFailureInfo?.type).toBe('PageRefused');
    const decoded = await decodeOptionalFailureToOptionalError(converter, failure);
    expect(decoded?.message).toBe(`outer ${secret}`);
    expect(decoded?.cause).toMatchObject({ message: `refused ${secret}`, details: [secret] });
  });
});
