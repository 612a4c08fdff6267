import { describe, expect, it } from 'vitest';
import {
  type CrawledPage,
  createSiteTree,
  type PageState,
  type SiteTree,
  segmentsOf,
} from '../../../gateway/dashboard/jobs/siteTree.ts';

function page(path: string, index: number, state: PageState = 'read', depth = 1): CrawledPage {
  return { index, url: `http://a.example${path}`, depth, state };
}

function siteTree(pages: readonly CrawledPage[], under: readonly string[]): SiteTree {
  const builder = createSiteTree(under);
  for (const each of pages) builder.add(each);
  return builder.tree();
}

function named(nodes: SiteTree['nodes'], name: string) {
  return nodes.find((node) => node.name === name);
}

describe('the tree of a site', () => {
  it.each([
    ['https://www.a.example/docs/one?sort=a/b#top', ['a.example', 'docs', 'one']],
    ['http://a.example:8080/', ['a.example:8080']],
    ['http://a.example/docs//two/', ['a.example', 'docs', 'two']],
  ])('takes %s apart into %j', (url, segments) => {
    expect(segmentsOf(url)).toEqual(segments);
  });

  it('counts the pages of each folder by how they stand', () => {
    const pages = [
      page('/', 0, 'read', 0),
      page('/docs/', 1),
      page('/docs/one', 2, 'failed'),
      page('/docs/deep/two', 3, 'waiting', 2),
      page('/about', 4),
      page('/about?sort=name', 5),
    ];
    const { under, nodes, hidden, depths } = siteTree(pages, []);
    expect(under).toEqual(['a.example']);
    expect(hidden).toEqual({ entries: 0, pages: 0 });
    expect(nodes.map(({ name }) => name)).toEqual(['docs', 'about', '']);
    expect(named(nodes, 'docs')).toMatchObject({ pages: 3, read: 1, failed: 1, waiting: 1 });
    expect(named(nodes, 'docs')?.children.map(({ name, position }) => [name, position])).toEqual([
      ['deep/two', 3],
      ['one', 2],
    ]);
    expect(named(nodes, 'about')).toMatchObject({ pages: 2, children: [] });
    expect(named(nodes, '')).toMatchObject({ pages: 1, position: 0 });
    expect(depths).toEqual([
      { depth: 0, pages: 1, read: 1, failed: 0, waiting: 0 },
      { depth: 1, pages: 4, read: 3, failed: 1, waiting: 0 },
      { depth: 2, pages: 1, read: 0, failed: 0, waiting: 1 },
    ]);
  });

  it('shows one folder, and all pages by depth', () => {
    const pages = [page('/docs/one', 0), page('/docs/deep/two', 1), page('/about', 2)];
    const { nodes, depths } = siteTree(pages, ['a.example', 'docs']);
    expect(nodes.map(({ name, path }) => [name, path])).toEqual([
      ['deep/two', ['a.example', 'docs', 'deep']],
      ['one', ['a.example', 'docs', 'one']],
    ]);
    expect(depths).toMatchObject([{ pages: 3 }]);
  });

  it('shows the hosts first if there are several', () => {
    const other = { index: 1, url: 'https://b.example/x', depth: 1, state: 'read' } as const;
    const { under, nodes } = siteTree([page('/', 0), other], []);
    expect(under).toEqual([]);
    expect(nodes.map(({ name }) => name)).toEqual(['a.example', 'b.example/x']);
  });

  it('stays small, however many pages there are, and counts what it does not show', () => {
    const flat = Array.from({ length: 50_000 }, (_, at) => page(`/p${at}`, at));
    const deep = Array.from({ length: 50_000 }, (_, at) => page(`/docs/${at % 5_000}/${at}`, 50_000 + at));
    const { nodes, hidden } = siteTree([...flat, ...deep], []);
    expect(nodes).toHaveLength(40);
    expect(nodes[0]).toMatchObject({ name: 'docs', pages: 50_000, hidden: { entries: 4_994, pages: 49_940 } });
    expect(hidden).toEqual({ entries: 49_961, pages: 49_961 });
    expect(nodes.flatMap(({ children }) => children)).toHaveLength(6);
  });
});
