/** The JSON in a model's answer: alone, in a code fence, or amid other text; undefined if there is none. */
export function readJson(answer: string): { value: unknown } | undefined {
  const text = answer.replace(/<think>[\s\S]*?<\/think>/g, '').trim();
  const fenced = /```(?:json|JSON)?\s*\n?([\s\S]*?)```/.exec(text)?.[1];
  for (const candidate of [text, fenced, between(text, '{', '}'), between(text, '[', ']')]) {
    if (!candidate) continue;
    try {
      return { value: JSON.parse(candidate) };
    } catch {
      // Try the next candidate.
    }
  }
  return undefined;
}

function between(text: string, open: string, close: string): string | undefined {
  const from = text.indexOf(open);
  const to = text.lastIndexOf(close);
  return from >= 0 && to > from ? text.slice(from, to + 1) : undefined;
}
