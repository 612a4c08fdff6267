const form = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;

/** Why this cannot be the version after `current`, as a sentence; undefined if it can. */
export function versionProblem(next: string, current: string): string | undefined {
  const given = form.exec(next);
  if (!given) return `"${next}" is no version: three numbers, such as 0.2.0.`;
  const [nextParts, currentParts] = [given, form.exec(current) ?? []].map((match) => match.slice(1).map(Number));
  const differing = nextParts?.findIndex((part, index) => part !== currentParts?.[index]) ?? -1;
  const isLater = differing !== -1 && (nextParts?.[differing] ?? 0) > (currentParts?.[differing] ?? 0);
  return isLater ? undefined : `${next} is not later than ${current}.`;
}
