/** The sizes of a bench, in pages: from this variable, separated by commas, for a shorter run, or the usual ones. */
export function sizesFrom(variable: string, usual: readonly number[]): number[] {
  const given = process.env[variable];
  return given === undefined ? [...usual] : given.split(',').map(Number);
}
