export interface ByteRange {
  /** First and last byte, both included. */
  first: number;
  last: number;
}

/**
 * The range that a `Range` header asks for; undefined for the whole file. Several ranges at once are answered with the
 * whole file too, as the standard allows.
 */
export function byteRangeOf(header: string, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header.trim()) ?? [];
  if (from === '' && to === '') return undefined;
  const range =
    from === ''
      ? { first: Math.max(0, size - Number(to)), last: size - 1 }
      : { first: Number(from), last: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
  if (to !== '' && from !== '' && Number(to) < Number(from)) return undefined;
  return range.first < size && range.first <= range.last ? range : 'unsatisfiable';
}
