/** Why an action cannot be done, in a sentence without its subject. */
export class ActionProblem extends Error {}

const maxQuotedLength = 100;

/** What the caller or the page has written, short enough for a sentence. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > maxQuotedLength ? `${text.slice(0, maxQuotedLength)}…` : text);
}

/** The problem behind an error of puppeteer about a selector. */
export function selectorProblem(error: unknown, selector: string): unknown {
  if (error instanceof Error && /not a valid selector|is not a function|syntaxerror/i.test(error.message))
    return new ActionProblem(`${quoted(selector)} is not a CSS selector`);
  return error;
}
