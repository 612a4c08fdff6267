const text = { type: 'string' } as const;
const list = { type: 'array', items: text } as const;

interface SchemaPreset {
  name: string;
  label: string;
  schema: object;
}

function objectOf(properties: Readonly<Record<string, object>>, required: readonly string[] = []) {
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

/** Schemas to start from, for the pages that people extract from most. */
export const schemaPresets: readonly SchemaPreset[] = [
  {
    name: 'product',
    label: 'Product',
    schema: objectOf(
      {
        name: text,
        brand: text,
        price: { type: 'number' },
        currency: text,
        inStock: { type: 'boolean' },
        sku: text,
        rating: { type: 'number' },
        description: text,
      },
      ['name'],
    ),
  },
  {
    name: 'article',
    label: 'Article',
    schema: objectOf({ title: text, author: text, published: text, section: text, summary: text, tags: list }, [
      'title',
    ]),
  },
  {
    name: 'pricing',
    label: 'Pricing',
    schema: objectOf(
      {
        plans: {
          type: 'array',
          items: objectOf({ name: text, price: { type: 'number' }, currency: text, per: text, features: list }, [
            'name',
          ]),
        },
      },
      ['plans'],
    ),
  },
  {
    name: 'job',
    label: 'Job posting',
    schema: objectOf(
      {
        title: text,
        company: text,
        location: text,
        employmentType: text,
        salaryFrom: { type: 'number' },
        salaryTo: { type: 'number' },
        currency: text,
        posted: text,
        requirements: list,
      },
      ['title'],
    ),
  },
  {
    name: 'recipe',
    label: 'Recipe',
    schema: objectOf({ name: text, servings: text, totalTime: text, ingredients: list, steps: list }, ['name']),
  },
];

/** As it stands in the form. */
export function presetText({ schema }: SchemaPreset): string {
  return JSON.stringify(schema, undefined, 2);
}
