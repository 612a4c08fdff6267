const unreleased = '## Unreleased\n';

/** The changelog with what was unreleased under a heading of its own. Fails if there is nothing to release. */
export function releasedChangelog(changelog: string, version: string, date: string): string {
  const start = changelog.indexOf(unreleased);
  if (start === -1) throw new Error('CHANGELOG.md has no heading "## Unreleased".');
  const after = start + unreleased.length;
  const end = changelog.indexOf('\n## ', after);
  const changes = changelog.slice(after, end === -1 ? undefined : end).trim();
  if (changes === '') throw new Error('Nothing is under "## Unreleased" in CHANGELOG.md.');
  const rest = end === -1 ? '' : changelog.slice(end);
  return `${changelog.slice(0, after)}\n## ${version} (${date})\n\n${changes}\n${rest}`;
}
