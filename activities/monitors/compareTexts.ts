import { structuredPatch } from 'diff';
import { hunksBetween } from './hunks.ts';
import { isNoise, type Noise, withoutNoise } from './noise.ts';

export interface TextChange {
  /** How many lines are new, and how many are gone. */
  added: number;
  removed: number;
  /** A unified diff; absent if the texts have too little in common. */
  diff?: string;
}

/** What is compared of a page, and kept of it. */
const maxLength = 1_000_000;
const maxLines = 20_000;
/** A webhook carries it. */
const maxDiffLength = 64 * 1024;
const contextLines = 2;

/** The lines of a page that are compared: blank ones say nothing. */
export function linesOf(markdown: string): string[] {
  const lines = markdown.slice(0, maxLength).split('\n', maxLines);
  return lines.map((line) => line.trimEnd()).filter((line) => line !== '');
}

/** What has changed from one text to the other, noise left out; undefined if nothing has. */
export function compareTexts(
  before: readonly string[],
  after: readonly string[],
  noise: Noise,
): TextChange | undefined {
  const hunks = hunksBetween(before, after, (line) => withoutNoise(line, noise));
  if (!hunks) return { added: after.length, removed: before.length };
  const real = hunks.filter((hunk) => !isNoise(hunk, noise));
  if (real.length === 0) return undefined;
  return {
    added: real.reduce((sum, { added }) => sum + added.length, 0),
    removed: real.reduce((sum, { removed }) => sum + removed.length, 0),
    diff: unifiedDiff(withoutChanges(after, real), after),
  };
}

/** The new text with these changes undone: the old one, but with the noise of today. */
function withoutChanges(after: readonly string[], hunks: ReturnType<typeof hunksBetween> & object): string[] {
  const before: string[] = [];
  let from = 0;
  for (const { at, added, removed } of hunks) {
    before.push(...after.slice(from, at), ...removed);
    from = at + added.length;
  }
  return [...before, ...after.slice(from)];
}

function unifiedDiff(before: readonly string[], after: readonly string[]): string {
  const patch = structuredPatch('', '', before.join('\n'), after.join('\n'), '', '', { context: contextLines });
  const text = patch.hunks
    .map(({ oldStart, oldLines, newStart, newLines, lines }) =>
      [
        `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
        ...lines.filter((line) => !line.startsWith('\\')),
      ].join('\n'),
    )
    .join('\n');
  return text.length <= maxDiffLength ? text : `${text.slice(0, maxDiffLength)}\n… (cut)`;
}
