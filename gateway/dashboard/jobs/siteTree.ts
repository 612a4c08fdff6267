/** The pages of a crawl by the folders of their addresses, small enough to be shown however many pages there are. */

export interface CrawledPage {
  index: number;
  url: string;
  depth: number;
  state: PageState;
}

export type PageState = 'read' | 'failed' | 'waiting';

export type Counts = Record<PageState, number> & { pages: number };

export interface TreeNode extends Counts {
  /** One segment of an address: a host or a folder; of a single page, all that is left of it. */
  name: string;
  /** The segments that lead here, this one included. */
  path: readonly string[];
  /** If it stands for one page alone: its position. */
  position?: number;
  /** The largest of those below it. */
  children: readonly TreeNode[];
  /** What is below it and not among `children`. */
  hidden: Hidden;
}

interface Hidden {
  entries: number;
  pages: number;
}

export interface SiteTree {
  /** The segments of the folder that is shown; none for all hosts. */
  under: readonly string[];
  nodes: readonly TreeNode[];
  hidden: Hidden;
  /** All pages of the crawl by how many links from the start they are. */
  depths: readonly (Counts & { depth: number })[];
}

/** Together these bound what is shown: a level of the tree, and one below it. */
const maxNodes = 40;
const maxChildren = 6;
/** Deeper pages are counted with these. */
const maxDepth = 20;

interface Branch extends Counts {
  /** Of its first page: the position, and the address from here on. */
  first: number;
  rest: string;
  /** Most branches are pages without any. */
  below?: Map<string, Branch>;
}

export interface SiteTreeBuilder {
  add(page: CrawledPage): void;
  tree(): SiteTree;
}

/** Takes one page after the other, because a hundred thousand at once would hold up the process. */
export function createSiteTree(asked: readonly string[]): SiteTreeBuilder {
  const depths = new Map<number, Counts>();
  const root = newBranch();
  // Only at the end it is known whether there are several hosts to be shown first.
  const levels = asked.length === 0 ? 3 : 2;

  function add(page: CrawledPage) {
    const depth = Math.min(page.depth, maxDepth);
    const atDepth = depths.get(depth) ?? noPages();
    depths.set(depth, atDepth);
    count(atDepth, page);
    const segments = segmentsOf(page.url);
    if (!asked.every((segment, at) => segments[at] === segment)) return;
    const below = segments.slice(asked.length, asked.length + levels);
    // The page of a folder or a host itself.
    if (segments.length <= Math.max(1, asked.length)) below.push('');
    let branch = root;
    below.forEach((segment, at) => {
      branch = childOf(branch, segment, () => newBranch(page.index, segments.slice(asked.length + at).join('/')));
      count(branch, page);
    });
  }

  function tree(): SiteTree {
    const [host, ...others] = asked.length === 0 ? (root.below ?? []) : [];
    const [under, branch] = host && others.length === 0 ? [[host[0]], host[1]] : [asked, root];
    return {
      under,
      ...nodesOf(branch, under, maxNodes),
      depths: [...depths].sort(([a], [b]) => a - b).map(([depth, counts]) => ({ depth, ...counts })),
    };
  }

  return { add, tree };
}

/** The host and the folders of an address. What follows a question mark makes no folder. */
export function segmentsOf(url: string): string[] {
  const [address = ''] = url.split(/[?#]/, 1);
  const [host = '', ...path] = address.replace(/^https?:\/\/(?:www\.)?/, '').split('/');
  return [host, ...path.filter((segment) => segment !== '')];
}

function nodesOf({ below: all = new Map() }: Branch, path: readonly string[], max: number, levels = 2) {
  const shown = levels === 0 ? [] : largest(all, max);
  const nodes = shown.map(([name, below]): TreeNode => {
    const { first, rest, below: _, ...counts } = below;
    const own = name === '' ? path : [...path, name];
    if (counts.pages === 1)
      return { name: rest, path: own, ...counts, position: first, children: [], hidden: noneHidden };
    const { nodes: children, hidden } = nodesOf(below, own, maxChildren, levels - 1);
    return { name, path: own, ...counts, children, hidden };
  });
  const shownPages = nodes.reduce((sum, { pages }) => sum + pages, 0);
  let pages = 0;
  for (const below of all.values()) pages += below.pages;
  const hidden = levels === 0 ? noneHidden : { entries: all.size - nodes.length, pages: pages - shownPages };
  return { nodes, hidden };
}

const noneHidden: Hidden = { entries: 0, pages: 0 };

/** The entries with the most pages, those with as many by name. Most of many entries are looked at once. */
function largest(entries: ReadonlyMap<string, Branch>, max: number): [string, Branch][] {
  const found: [string, Branch][] = [];
  for (const entry of entries) {
    const last = found.at(-1);
    if (found.length === max && last && !isBefore(entry, last)) continue;
    const at = found.findIndex((each) => isBefore(entry, each));
    found.splice(at < 0 ? found.length : at, 0, entry);
    if (found.length > max) found.pop();
  }
  return found;
}

function isBefore([name, { pages }]: [string, Branch], [otherName, other]: [string, Branch]): boolean {
  return pages === other.pages ? name < otherName : pages > other.pages;
}

function childOf(branch: Branch, name: string, create: () => Branch): Branch {
  branch.below ??= new Map();
  const known = branch.below.get(name);
  if (known) return known;
  const created = create();
  branch.below.set(name, created);
  return created;
}

function newBranch(first = 0, rest = ''): Branch {
  return { pages: 0, read: 0, failed: 0, waiting: 0, first, rest };
}

function noPages(): Counts {
  return { pages: 0, read: 0, failed: 0, waiting: 0 };
}

function count(counts: Counts, { state }: CrawledPage): void {
  counts.pages += 1;
  counts[state] += 1;
}
