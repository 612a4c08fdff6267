import type { Child } from 'hono/jsx';
import {
  extractPrice,
  fullBrandingPrice,
  heuristicBrandingPrice,
  mapPrice,
  pagePrice,
} from '../../../contracts/prices.ts';
import { brandingFields } from '../../../contracts/requests/branding.ts';
import { formatsSchema } from '../../../contracts/requests/formats.ts';
import { pluralize } from '../view/format.ts';
import { Field } from '../view/formControls.tsx';
import {
  Chosen,
  EngineChoice,
  type FieldsProps,
  JsonField,
  OtherOptions,
  Select,
  Switch,
  textOf,
  UrlField,
  WaitField,
} from './fields.tsx';
import { IconFields } from './IconFields.tsx';
import { type PlaygroundOperation, scrapeFormats } from './operationFields.ts';
import { presetText, schemaPresets } from './schemaPresets.ts';

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

/** The form fields of each operation. `data-json` tells client/playground.js how a field goes into the request. */
export const operationFields: Record<PlaygroundOperation, (props: FieldsProps) => Child> = {
  scrape: ({ values }) => (
    <>
      <UrlField values={values} />
      <fieldset>
        <legend>Formats</legend>
        <div class="choices">
          {scrapeFormats.map((format) => (
            <Chosen name="formats" value={format} label={format} values={values} defaults={formatsSchema.default} />
          ))}
        </div>
      </fieldset>
      <div class="choices">
        <Switch name="onlyMainContent" label="Main content only" values={values} isDefault />
        <Switch name="mobile" label="As a phone" values={values} />
        <EngineChoice values={values} />
        <WaitField values={values} />
      </div>
      <JsonField
        name="actions"
        label="Actions"
        kind="json"
        values={values}
        placeholder={'[{ "type": "click", "selector": "#more" }]'}
      />
      <OtherOptions values={values} />
    </>
  ),
  map: ({ values }) => (
    <>
      <UrlField values={values} />
      <Field label="Search" name="search">
        <input
          id="search"
          name="search"
          value={textOf(values, 'search')}
          data-json="text"
          placeholder="Pages with these words come first"
        />
      </Field>
      <div class="choices">
        <Select label="Sitemaps" name="sitemap" values={values} options={[['', 'include'], 'only', 'skip']} />
        <Switch name="includeSubdomains" label="Subdomains" values={values} isDefault />
        <Switch name="ignoreQueryParameters" label="Ignore queries" values={values} isDefault />
      </div>
      <OtherOptions values={values} />
    </>
  ),
  extract: ({ values }) => (
    <>
      <UrlField values={values} />
      <Field label="Prompt" name="prompt">
        <input
          id="prompt"
          name="prompt"
          value={textOf(values, 'prompt')}
          data-json="text"
          placeholder="What do you want to know?"
        />
      </Field>
      <Field label="JSON Schema" name="schema">
        <p class="presets">
          Start from{' '}
          {schemaPresets.map((preset) => (
            <a
              class="chip"
              href={`/playground/extract?schema=${encodeURIComponent(presetText(preset))}`}
              data-preset={presetText(preset)}
            >
              {preset.label}
            </a>
          ))}
        </p>
        <textarea id="schema" name="schema" rows={10} spellcheck={false} data-json="json" class="mono">
          {textOf(values, 'schema') ?? exampleSchema}
        </textarea>
      </Field>
      <div class="choices">
        <Switch name="evidence" label="Evidence for each value" values={values} isOn={values['url'] === undefined} />
        <EngineChoice values={values} />
        <WaitField values={values} />
      </div>
      <OtherOptions values={values} />
    </>
  ),
  branding: ({ values }) => (
    <>
      <UrlField values={values} />
      <fieldset>
        <legend>Fields (none means all)</legend>
        <div class="choices">
          {brandingFields.map((field) => (
            <Chosen name="fields" value={field} label={field} values={values} defaults={[]} />
          ))}
        </div>
      </fieldset>
      <OtherOptions values={values} />
    </>
  ),
  icon: (props) => <IconFields {...props} />,
};
