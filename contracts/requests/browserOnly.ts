import type { PageOptions } from './pageOptions.ts';

/** Whether these options can only be met by rendering the page in the browser. */
export function needsBrowser({ engine, waitFor, formats }: PageOptions): boolean {
  return engine === 'browser' || waitFor > 0 || formats.includes('screenshot');
}

/** How the options contradict each other, as a sentence; undefined if they do not. */
export function contradiction({ engine, waitFor, formats }: PageOptions): string | undefined {
  if (engine !== 'http') return undefined;
  if (formats.includes('screenshot')) return '`formats`: a screenshot needs the browser, and `engine` is http.';
  if (waitFor > 0) return '`waitFor` needs the browser, and `engine` is http.';
  return undefined;
}
