/** A sign that a page uses a framework or a component library. */
export interface Sign {
  /** The names that the pattern is tested against. */
  in: 'class' | 'variable' | 'resource' | 'attribute' | 'root';
  pattern: RegExp;
  points: number;
  /** How many different names must match. */
  minMatches?: number;
  /** Shown to people as evidence. */
  description: string;
}

export function sign(where: Sign['in'], pattern: RegExp, points: number, description: string, minMatches = 1): Sign {
  return { in: where, pattern, points, minMatches, description };
}
