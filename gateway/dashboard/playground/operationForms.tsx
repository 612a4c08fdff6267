import type { Child } from 'hono/jsx';
import {
  extractPrice,
  fullBrandingPrice,
  heuristicBrandingPrice,
  mapPrice,
  pagePrice,
} from '../../../contracts/prices.ts';
import { brandingFields } from '../../../contracts/requests/branding.ts';
import { pluralize } from '../view/format.ts';
import { Field } from '../view/formControls.tsx';

export const operations = ['scrape', 'map', 'extract', 'branding', 'icon'] as const;
export type PlaygroundOperation = (typeof operations)[number];

export const operationTexts: Record<PlaygroundOperation, { label: string; lead: string; button: string }> = {
  scrape: {
    label: 'Scrape',
    lead: `A page as markdown, HTML and links. ${pluralize(pagePrice, 'credit')}.`,
    button: 'Read the page',
  },
  map: {
    label: 'Map',
    lead: `The pages of a site, from its sitemaps, its feeds and its links. ${pluralize(mapPrice, 'credit')}.`,
    button: 'Find the pages',
  },
  extract: {
    label: 'Extract',
    lead: `Structured data from a page, in the shape of your schema. ${pluralize(extractPrice, 'credit')}.`,
    button: 'Extract',
  },
  branding: {
    label: 'Branding',
    lead: `Colors, fonts, images and more of a site. ${pluralize(fullBrandingPrice, 'credit')}; ${heuristicBrandingPrice} for colors and images alone.`,
    button: 'Read the brand',
  },
  icon: { label: 'Icon', lead: 'A company’s icon for a domain, from the image API.', button: 'Show the icon' },
};

const exampleSchema = `{
  "type": "object",
  "properties": {
    "title": { "type": "string" },
    "author": { "type": "string" }
  },
  "required": ["title"]
}`;

function UrlField() {
  return (
    <Field label="URL" name="url">
      <input id="url" name="url" type="url" required placeholder="https://example.com" autocomplete="off" autofocus />
    </Field>
  );
}

interface FieldsProps {
  /** The publishable keys of the account. */
  keys: readonly { name: string; key: string }[];
}

/** The form fields of each operation. `data-json` tells client/playground.js how a field goes into the request. */
export const operationFields: Record<PlaygroundOperation, (props: FieldsProps) => Child> = {
  scrape: () => (
    <>
      <UrlField />
      <div class="choices">
        <label>
          <input type="checkbox" name="onlyMainContent" data-json="boolean" checked /> Main content only
        </label>
        <label>
          Engine{' '}
          <select name="engine" data-json="text">
            <option value="">auto</option>
            <option value="http">plain fetch</option>
            <option value="browser">browser</option>
          </select>
        </label>
      </div>
    </>
  ),
  map: () => (
    <>
      <UrlField />
      <Field label="Search" name="search">
        <input id="search" name="search" data-json="text" placeholder="Pages with these words come first" />
      </Field>
      <div class="choices">
        <label>
          Sitemaps{' '}
          <select name="sitemap" data-json="text">
            <option value="">include</option>
            <option value="only">only</option>
            <option value="skip">skip</option>
          </select>
        </label>
        <label>
          <input type="checkbox" name="includeSubdomains" data-json="boolean" checked /> Subdomains
        </label>
        <label>
          <input type="checkbox" name="ignoreQueryParameters" data-json="boolean" checked /> Ignore queries
        </label>
      </div>
    </>
  ),
  extract: () => (
    <>
      <UrlField />
      <Field label="Prompt" name="prompt">
        <input id="prompt" name="prompt" data-json="text" placeholder="What do you want to know?" />
      </Field>
      <Field label="JSON Schema" name="schema">
        <textarea id="schema" name="schema" rows={10} spellcheck={false} data-json="object" class="mono">
          {exampleSchema}
        </textarea>
      </Field>
      <div class="choices">
        <label>
          <input type="checkbox" name="evidence" data-json="boolean" /> Evidence for each value
        </label>
      </div>
    </>
  ),
  branding: () => (
    <>
      <UrlField />
      <fieldset>
        <legend>Fields (none means all)</legend>
        <div class="choices">
          {brandingFields.map((field) => (
            <label>
              <input type="checkbox" name="fields" value={field} data-json="list" /> {field}
            </label>
          ))}
        </div>
      </fieldset>
    </>
  ),
  icon: ({ keys }) => (
    <>
      <Field label="Domain" name="domain">
        <input id="domain" name="domain" required placeholder="example.com" autocomplete="off" autofocus />
      </Field>
      <div class="choices">
        <label>
          Kind{' '}
          <select name="kind">
            <option value="icon">icon</option>
            <option value="og">Open Graph image</option>
          </select>
        </label>
        <label>
          Size <input name="size" type="number" min="1" max="2048" placeholder="128" class="short" />
        </label>
        <label>
          Format{' '}
          <select name="format">
            <option value="">png</option>
            <option>webp</option>
            <option>jpg</option>
          </select>
        </label>
        <label>
          Key{' '}
          <select name="token">
            {keys.map(({ name, key }) => (
              <option value={key}>{name}</option>
            ))}
          </select>
        </label>
      </div>
      {keys.length === 0 && (
        <p class="problem">
          You have no publishable key yet: <a href="/keys">create one</a> first.
        </p>
      )}
    </>
  ),
};
