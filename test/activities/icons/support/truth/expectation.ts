import type { Theme } from '../../../../../contracts/images/parameters.ts';
import type { Routes, Web } from '../web.ts';

/** What a person who knows the site expects to see for its domain. */
export type Expected =
  /** The curated mark of this brand. */
  | { brand: string }
  /** One of these files: a path of the site, or a whole URL if it is elsewhere. */
  | { files: readonly string[] }
  | 'monogram';

export interface Expectation {
  /** As a person types it. */
  domain: string;
  theme?: Theme;
  /** What is special about it, and for sites, after what kind of real one it is made. */
  about: string;
  expected: Expected;
  /** Sets up the sites on which it is. */
  serve?(web: Web): void | Promise<void>;
}

export function brand(domain: string, name: string, about: string): Expectation {
  return { domain, about, expected: { brand: name } };
}

/** A domain whose icon is on another host; `serve` sets both up. */
export function elsewhere(
  domain: string,
  about: string,
  file: string,
  serve: NonNullable<Expectation['serve']>,
): Expectation {
  return { domain, about, expected: { files: [file] }, serve };
}

/** The routes of a site, and the files of it of which a person would accept each. */
export function site(
  [domain, theme]: readonly [domain: string, theme?: Theme],
  about: string,
  files: string | readonly string[],
  routes: () => Routes | Promise<Routes>,
): Expectation {
  const listed = typeof files === 'string' ? [files] : files;
  return {
    ...{ domain, about, expected: listed.length === 0 ? 'monogram' : { files: listed } },
    ...(theme && { theme }),
    serve: async (web) => web.host(domain, await routes()),
  };
}
