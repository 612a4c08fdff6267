import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readSettings } from '../../runtime/settings.ts';
import { temporalConnection } from '../../runtime/temporal/connection.ts';

const folder = mkdtempSync(join(tmpdir(), 'sightread-tls-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const pem = '-----BEGIN CERTIFICATE-----\nMA==\n-----END CERTIFICATE-----\n';
const file = join(folder, 'file.pem');
writeFileSync(file, pem);
const other = join(folder, 'other');
writeFileSync(other, 'no certificate');

describe('the settings for TLS', () => {
  it('connect to Temporal in clear by default', () => {
    expect(temporalConnection(readSettings({}))).toEqual({ address: '127.0.0.1:7233' });
  });

  it('connect to Temporal with the given certificates', () => {
    const env = { TEMPORAL_TLS: 'true', TEMPORAL_TLS_CA: file, TEMPORAL_TLS_CERT: file, TEMPORAL_TLS_KEY: file };
    expect(temporalConnection(readSettings({ ...env, TEMPORAL_TLS_SERVER_NAME: 'temporal' })).tls).toEqual({
      serverRootCACertificate: Buffer.from(pem),
      clientCertPair: { crt: Buffer.from(pem), key: Buffer.from(pem) },
      serverNameOverride: 'temporal',
    });
    expect(temporalConnection(readSettings({ TEMPORAL_TLS: 'true' })).tls).toEqual({});
  });

  it.each([
    ['a file that is missing', { MONGODB_TLS_CA: join(folder, 'missing') }, /MONGODB_TLS_CA must be .* \(ENOENT\)/],
    ['a file that is not PEM', { MINIO_TLS_CA: other }, /MINIO_TLS_CA must be the path of a PEM file/],
    ['a certificate without its key', { TEMPORAL_TLS: 'true', TEMPORAL_TLS_CERT: file }, /belong together/],
    ['details of a connection in clear', { TEMPORAL_TLS_CA: file }, /TEMPORAL_TLS_CA has no effect/],
    ['an authority for MongoDB in clear', { MONGODB_TLS_CA: file }, /add tls=true/],
    ['an authority for a store in clear', { MINIO_TLS_CA: file }, /not an https address/],
  ])('are refused with %s', (_, env, problem) => {
    expect(() => readSettings(env)).toThrow(problem);
  });
});
