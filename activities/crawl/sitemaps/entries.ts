/** A page that a sitemap or a feed names. */
export interface SitemapEntry {
  url: string;
  lastModified?: string;
  title?: string;
  description?: string;
}

/** What a sitemap holds, told while it is read. */
export interface SitemapReader {
  onPage(entry: SitemapEntry): void;
  /** An index names other sitemaps. */
  onSitemap(url: string): void;
}

const maxUrlLength = 8_192;
const maxTextLength = 500;

/** Longer than any address or text that is kept; the rest is not worth its memory. */
export const maxValueLength = maxUrlLength;

export function urlIn(text: string | undefined): string | undefined {
  const url = text?.trim();
  return url && url.length < maxUrlLength ? url : undefined;
}

export function textIn(text: string | undefined): string | undefined {
  return (
    text
      ?.replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, maxTextLength) || undefined
  );
}
