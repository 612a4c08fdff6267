import { brandingFields } from '../../../contracts/requests/branding.ts';
import { validator } from '../../api/requests/validate.ts';
import { defineTool, failedResult, inputSchemaOf, textResult } from '../tool.ts';
import { cutToBudget, untrusted } from '../untrusted.ts';
import * as shared from './arguments.ts';

interface ExtractArguments {
  url: string;
  schema?: Record<string, unknown>;
  prompt?: string;
  evidence?: boolean;
}

const extractProperties = {
  url: shared.url,
  schema: { type: 'object', description: 'JSON Schema of the data.' },
  prompt: { type: 'string', minLength: 1, maxLength: 10_000, description: 'What to look for.' },
  evidence: { type: 'boolean', description: 'Say where on the page each value was found.' },
};

export const extract = defineTool<ExtractArguments>({
  name: 'extract',
  title: 'Extract data',
  description:
    'Returns structured data of one page as JSON that satisfies a schema. Give schema, prompt or both. Costs 5 credits.',
  properties: extractProperties,
  required: ['url'],
  check: validator<ExtractArguments>(inputSchemaOf(extractProperties, ['url'])),
  async run({ url, ...options }, { client, signal }) {
    const { data, warning, evidence } = await client.extract(url, { ...options, signal });
    const { text, nextOffset } = cutToBudget(JSON.stringify({ data, ...(evidence && { evidence }) }, undefined, 2), {});
    const notes = nextOffset === undefined ? [] : ['The answer was cut; ask for fewer fields.'];
    return textResult(untrusted(url, text), ...(warning ? [warning] : []), ...notes);
  },
});

interface BrandingArguments {
  url: string;
  fields?: (typeof brandingFields)[number][];
}

const brandingProperties = {
  url: shared.url,
  fields: {
    type: 'array',
    items: { enum: brandingFields },
    uniqueItems: true,
    description: 'What to return; all if absent. colors and images alone cost 2 credits.',
  },
};

export const branding = defineTool<BrandingArguments>({
  name: 'branding',
  title: 'Read a brand',
  description: 'Returns the colors, fonts, logos and style of a website as JSON. Costs 5 credits.',
  properties: brandingProperties,
  required: ['url'],
  check: validator<BrandingArguments>(inputSchemaOf(brandingProperties, ['url'])),
  async run({ url, ...options }, { client, signal }) {
    const { data, warning } = await client.branding(url, { ...options, signal });
    const { text } = cutToBudget(JSON.stringify(data, undefined, 2), {});
    return textResult(untrusted(url, text), ...(warning ? [warning] : []));
  },
});

interface IconArguments {
  domain: string;
  size?: number;
  theme?: 'light' | 'dark';
}

const iconProperties = {
  domain: { type: 'string', minLength: 1, maxLength: 300, description: 'Such as github.com.' },
  size: { type: 'integer', minimum: 1, maximum: 512, description: 'Width in pixels; default 128.' },
  theme: { enum: ['light', 'dark'], description: 'The background that it will stand on.' },
};

export const icon = defineTool<IconArguments>({
  name: 'icon',
  title: 'Icon of a domain',
  description:
    'Returns the icon (logo, favicon) of a domain: its address for an <img>, and the picture if it has pixels.',
  properties: iconProperties,
  required: ['domain'],
  check: validator<IconArguments>(inputSchemaOf(iconProperties, ['domain'])),
  async run({ domain, ...options }, { iconUrl, signal }) {
    const url = await iconUrl(domain, options);
    if (!url)
      return failedResult('This account has no publishable key without allowed origins; make one on the Keys page.');
    const response = await fetch(url, { signal });
    if (!response.ok)
      return failedResult((await response.text()).trim() || `The image API answered ${response.status}.`);
    const mimeType = response.headers.get('content-type') ?? '';
    const source = response.headers.get('x-sightread-source') ?? 'unknown';
    const about = untrusted(domain, `${mimeType}, source: ${source}`);
    // Clients show models pictures in pixels only.
    if (mimeType.startsWith('image/svg')) return textResult(about, url);
    const data = Buffer.from(await response.arrayBuffer()).toString('base64');
    return {
      content: [
        { type: 'text', text: about },
        { type: 'text', text: url },
        { type: 'image', data, mimeType },
      ],
    };
  },
});
