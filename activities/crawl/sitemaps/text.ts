import { maxValueLength, type SitemapReader, urlIn } from './entries.ts';

/** Reads a list of URLs, one a line, as its text arrives. */
export function createTextReader({ onPage }: SitemapReader): { write(text: string): void; end(): void } {
  let line = '';

  function report() {
    const url = urlIn(line);
    if (url && /^https?:\/\//i.test(url)) onPage({ url });
    line = '';
  }

  return {
    write(text) {
      const [first = '', ...rest] = text.split(/[\r\n]+/);
      // A line without an end is cut: it is too long for a URL already.
      line = (line + first).slice(0, maxValueLength);
      for (const next of rest) {
        report();
        line = next;
      }
    },
    end: report,
  };
}
