/** A fenced code block; its fence is longer than any that the text contains. */
export function fenced(text: string, language: string): string {
  let fence = '```';
  for (const run of text.match(/^`{3,}/gm) ?? []) if (run.length >= fence.length) fence = '`'.repeat(run.length + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
