import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../../gateway/api/openapi/document.ts';
import { lintWithSpectral } from '../../support/spectral.ts';

const text = JSON.stringify(openApiDocument('https://api.sightread.test', 'https://img.sightread.test'));

interface Operation {
  operationId: string;
  requestBody?: { content: Record<string, { example?: object }> };
}

describe('the OpenAPI document', () => {
  it('has each named schema once, among its components', () => {
    const { components } = JSON.parse(text);
    expect(Object.keys(components.schemas)).toEqual(
      expect.arrayContaining(['Error', 'V2Error', 'Page', 'ScrapeRequest', 'CrawlRequest', 'Monitor']),
    );
    expect(text.match(/"One helpful sentence\."/g)).toHaveLength(2);
    expect(text).not.toContain('"$id"');
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g))
      expect(components.schemas[name]).toBeTypeOf('object');
  });

  it('says with every answer that it has a request id, and when to try again', () => {
    const { paths } = JSON.parse(text);
    const { responses } = paths['/v1/scrape'].post;
    for (const status of ['200', '400', '422']) expect(responses[status].headers).toHaveProperty('X-Request-Id');
    for (const status of ['429', '503']) expect(responses[status].headers).toHaveProperty('Retry-After');
  });

  it('has an example for every JSON body', () => {
    const { paths } = JSON.parse(text);
    const operations = Object.values<Record<string, Operation>>(paths).flatMap((path) => Object.values(path));
    const without = operations
      .filter(({ requestBody }) => requestBody?.content['application/json'])
      .filter(({ requestBody }) => requestBody?.content['application/json']?.example === undefined);
    expect(without.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('asks for nothing that has a default', () => {
    const { schemas } = JSON.parse(text).components;
    const { scrapeOptions } = schemas.CrawlRequest.properties;
    expect(scrapeOptions.properties.formats).toBeDefined();
    expect(scrapeOptions.required).toEqual([]);
    expect(schemas.ScrapeRequest.required).toEqual(['url']);
  });

  it('has nothing for Spectral to complain about', async () => {
    expect(await lintWithSpectral(text)).toEqual([]);
  });

  it('has nothing for Redocly to complain about', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
    expect(problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)).toEqual(
      [],
    );
  });
});
