import type { PageOptions } from './pageOptions.ts';

/** Whether these options can only be met by rendering the page. */
export function browserOnly({ engine, waitFor, formats }: PageOptions): boolean {
  return engine === 'browser' || waitFor > 0 || formats.includes('screenshot');
}

/** What contradicts itself in the options, as a sentence; undefined where nothing does. */
export function contradiction({ engine, waitFor, formats }: PageOptions): string | undefined {
  if (engine !== 'http') return undefined;
  if (formats.includes('screenshot')) return '`formats`: a screenshot needs the browser, and `engine` is http.';
  if (waitFor > 0) return '`waitFor` needs the browser, and `engine` is http.';
  return undefined;
}
