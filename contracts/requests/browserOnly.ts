import { cookiesProblem } from './cookies.ts';
import type { PageOptions } from './pageOptions.ts';

const browserFormats = ['screenshot', 'branding'] as const;

/** Whether these options can only be met by rendering the page in the browser. */
export function needsBrowser({ engine, waitFor, formats, actions = [] }: PageOptions): boolean {
  return (
    engine === 'browser' ||
    waitFor > 0 ||
    actions.length > 0 ||
    browserFormats.some((format) => formats.includes(format))
  );
}

/** How the options contradict each other, as a sentence; undefined if they do not. */
export function contradiction(options: PageOptions): string | undefined {
  const { engine, waitFor, formats, actions = [] } = options;
  if (engine !== 'http') return cookiesProblem(options);
  const format = browserFormats.find((each) => formats.includes(each));
  if (format)
    return `\`formats\`: ${format === 'screenshot' ? 'a screenshot' : format} needs the browser, and \`engine\` is http.`;
  if (waitFor > 0) return '`waitFor` needs the browser, and `engine` is http.';
  if (actions.length > 0) return '`actions` need the browser, and `engine` is http.';
  return cookiesProblem(options);
}
