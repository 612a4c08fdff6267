import type { CrawlRequest } from '../requests/crawl.ts';

/** Which pages a crawl reads. */
export type CrawlOptions = Required<
  Pick<
    CrawlRequest,
    | 'limit'
    | 'regexOnFullURL'
    | 'sitemap'
    | 'crawlEntireDomain'
    | 'allowSubdomains'
    | 'allowExternalLinks'
    | 'ignoreQueryParameters'
    | 'deduplicateSimilarURLs'
  >
> &
  Pick<CrawlRequest, 'maxDiscoveryDepth' | 'maxDepth' | 'includePaths' | 'excludePaths' | 'delay'> & {
    readonly ignoreRobotsTxt?: boolean;
  };

/** What makes a new job a crawl. */
export interface NewCrawl {
  /** The start, which may have a user name and password. */
  readonly url: string;
  readonly options: CrawlOptions;
}

/** Why a crawl accepts no page for a link. */
export type LeftOutReason =
  | 'private'
  | 'otherSite'
  | 'aboveStart'
  | 'tooDeep'
  | 'otherFile'
  | 'endless'
  | 'excluded'
  | 'notIncluded';
