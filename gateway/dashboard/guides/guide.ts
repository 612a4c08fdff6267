import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type GuideHtml, guideHtml } from './guideHtml.ts';

/** A page of `docs/guides`. */
export interface Guide {
  /** Its file name without `.md`, which is also its address below /docs. */
  slug: string;
  title: string;
  /** One sentence, from the list of guides. */
  summary: string;
  /** The heading under which the list of guides has it. */
  group: string;
  markdown: string;
  /** Turned into HTML when somebody first asks for it. */
  html(): GuideHtml;
}

export interface Guides {
  /** In the order in which they are read. */
  all: readonly Guide[];
  find(slug: string): Guide | undefined;
}

/** Where this deployment is reached; the files name the addresses that `npm start` has. */
export interface Addresses {
  api: string;
  images: string;
}

const folder = fileURLToPath(new URL('../../../docs/guides/', import.meta.url));
/** The list of guides: on GitHub what the folder shows, here the order, the groups and the summaries. */
const listFile = 'README.md';
const listLine = /^(?:## (?<group>.+)|- \[(?<title>[^\]]+)\]\((?<slug>[\w-]+)\.md\): (?<summary>.+))$/gm;

export function loadGuides(addresses: Addresses): Guides {
  const files = new Set(readdirSync(folder));
  const read = (file: string) =>
    readFileSync(folder + file, 'utf8')
      .replaceAll('http://localhost:3000', addresses.api)
      .replaceAll('http://localhost:3001', addresses.images);
  const all: Guide[] = [];
  let group = '';
  for (const { groups: line = {} } of read(listFile).matchAll(listLine)) {
    if (line['group'] !== undefined) group = line['group'];
    const { slug, title = '', summary = '' } = line;
    if (slug === undefined) continue;
    if (!files.has(`${slug}.md`)) throw new Error(`docs/guides/${listFile} lists ${slug}.md, which is not there`);
    const markdown = read(`${slug}.md`);
    let html: GuideHtml | undefined;
    all.push({
      slug,
      title,
      summary,
      group,
      markdown,
      html() {
        html ??= guideHtml(markdown);
        return html;
      },
    });
  }
  const bySlug = new Map(all.map((guide) => [guide.slug, guide]));
  return { all, find: (slug) => bySlug.get(slug) };
}

/** The groups in the order of the guides, which stand together in each. */
export function groupsOf(guides: readonly Guide[]): { group: string; guides: Guide[] }[] {
  const names = [...new Set(guides.map(({ group }) => group))];
  return names.map((group) => ({ group, guides: guides.filter((guide) => guide.group === group) }));
}
