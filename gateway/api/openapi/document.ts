import { version } from '../../../runtime/version.ts';
import { brandingPaths } from './branding.ts';
import { withComponents } from './components.ts';
import { creditsPaths } from './credits.ts';
import { extractPaths } from './extract.ts';
import { filesPaths } from './files.ts';
import { imagePaths } from './images.ts';
import { batchPaths, crawlPaths } from './jobs.ts';
import { mapPaths } from './map.ts';
import { monitorPaths } from './monitors.ts';
import { operationsPaths } from './operations.ts';
import { parsePaths } from './parse.ts';
import { withCodeSamples } from './samples/withCodeSamples.ts';
import { scrapePaths } from './scrape.ts';
import { v2Paths } from './v2/paths.ts';
import { webhooks } from './webhooks.ts';

const tags = [
  { name: 'Scraping', description: 'Single pages and files.' },
  { name: 'Extraction', description: 'Structured data.' },
  { name: 'Branding', description: 'Colors, fonts, logos and style of a site.' },
  { name: 'Map', description: 'The addresses of a site.' },
  { name: 'Batches', description: 'Many pages at once.' },
  { name: 'Crawls', description: 'Whole sites.' },
  { name: 'Monitors', description: 'Pages that are watched for changes.' },
  { name: 'Account', description: 'Credits.' },
  { name: 'Operations', description: 'For those who run the server.' },
  { name: 'Firecrawl clients', description: 'The dialect of today’s Firecrawl clients.' },
  { name: 'Images', description: 'Icons and Open Graph images of domains.' },
];

/** The OpenAPI document. It uses the same schemas as the validation of requests. */
export function openApiDocument(baseUrl: string, imageBaseUrl: string) {
  return withComponents({
    openapi: '3.1.0',
    info: {
      title: 'Sightread',
      version,
      contact: { name: 'Sightread', url: baseUrl },
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'Reads websites for programs. Every error is `{"error": "<one sentence>"}`, on /v2 `{"success": false, "error": …, "code"?: …}`; every response carries `X-Request-Id`. Agents find the same operations as tools at /mcp (Model Context Protocol, streamable HTTP, the same keys).',
    },
    servers: [{ url: baseUrl }],
    security: [{ secretKey: [] }],
    tags,
    paths: withCodeSamples({
      ...scrapePaths,
      ...parsePaths,
      ...mapPaths,
      ...extractPaths,
      ...brandingPaths,
      ...batchPaths,
      ...monitorPaths,
      ...crawlPaths,
      ...creditsPaths,
      ...filesPaths,
      ...operationsPaths,
      ...v2Paths,
      ...imagePaths(imageBaseUrl),
    }),
    webhooks,
    components: {
      securitySchemes: {
        secretKey: { type: 'http', scheme: 'bearer', description: 'A secret key, `sr_…`, from the dashboard.' },
        publishableKey: {
          type: 'apiKey',
          in: 'query',
          name: 'token',
          description: 'A publishable key, `pk_…`, which a page may show; its allowed origins protect it.',
        },
      },
    },
  });
}
