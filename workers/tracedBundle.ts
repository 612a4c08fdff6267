/** The path of the workflow bundle with tracing, beside the one without. */
export function tracedBundle(path: string): string {
  return path.replace(/(\.js)?$/, '.traced.js');
}
