/** In the order of BENCHMARKS.md. */
export const benchNames = [
  'batch',
  'crawl',
  'browser',
  'images',
  'besticon',
  'imageMemory',
  'icons',
  'edge',
  'hostile',
  'scrape',
  'start',
  'scale',
  'soak',
  'articles',
  'pages',
  'recipes',
  'products',
  'pageMetadata',
  'documents',
  'branding',
] as const;

export type BenchName = (typeof benchNames)[number];
