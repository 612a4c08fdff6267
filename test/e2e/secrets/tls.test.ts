import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '../../../runtime/settings.ts';
import { openStorage } from '../../../storage/storage.ts';
import { call } from '../../support/client.ts';
import { site } from '../../support/fixtureSite.ts';
import { type IsolatedStack, startIsolatedStack } from '../../support/isolatedStack.ts';
import { testSecretsKeys } from '../../support/keyrings.ts';
import { stackEnv } from '../../support/stackEnv.ts';
import { minioKeys, startTlsServers, type TlsServers } from '../../support/tlsServers.ts';

describe('a stack whose servers accept encrypted connections only', () => {
  let servers: TlsServers;
  let stack: IsolatedStack | undefined;
  beforeAll(async () => {
    servers = await startTlsServers(stackEnv('TEMPORAL_ADDRESS'));
  });
  afterAll(async () => {
    await stack?.stop();
    await servers?.stop();
  });

  it('reads a page and serves its screenshot', async () => {
    stack = await startIsolatedStack('tls', {
      ...minioKeys,
      TEMPORAL_ADDRESS: servers.temporalAddress,
      TEMPORAL_TLS: 'true',
      TEMPORAL_TLS_CA: servers.ca,
      TEMPORAL_TLS_SERVER_NAME: 'localhost',
      MONGODB_URI: servers.mongodbUri,
      MONGODB_TLS_CA: servers.ca,
      MINIO_ENDPOINT: servers.minioEndpoint,
      MINIO_TLS_CA: servers.ca,
    });
    const body = { url: site('/encrypted'), formats: ['markdown', 'screenshot'] };
    const scraped = await call<{ data: { screenshot: string } }>(`${stack.api}/v1/scrape`, { body });
    expect([scraped.status, scraped.body]).toEqual([200, expect.objectContaining({ success: true })]);
    const screenshot = await fetch(scraped.body.data.screenshot);
    expect([screenshot.status, screenshot.headers.get('content-type')]).toEqual([200, 'image/png']);
  }, 180_000);

  it('is not trusted without the certificate of its authority', async () => {
    const storage = openStorage(
      readSettings({
        ...minioKeys,
        MONGODB_URI: servers.mongodbUri,
        MINIO_ENDPOINT: servers.minioEndpoint,
        SECRETS_KEYS: testSecretsKeys,
      }),
    );
    try {
      await expect(storage.ping()).rejects.toThrow(/certificate/);
      await expect(storage.objects.ping()).rejects.toThrow(/certificate/);
    } finally {
      await storage.close();
    }
  });
});
