/**
 * Source maps of what stack traces are read for: the lines of our own files. Packages are nine tenths of a map, and the
 * columns within a line three quarters of the rest. A process keeps its map in memory after its first stack trace, which
 * Temporal's client takes at every start.
 */
import { relative, resolve } from 'node:path';
import { decode, encode } from '@jridgewell/sourcemap-codec';

/** @typedef {{ version: number, sources: string[], names: string[], mappings: string }} SourceMapData */

/**
 * @param {SourceMapData} map with sources relative to `folder`
 * @param {string} folder
 * @param {string} root the project's folder
 * @returns {SourceMapData}
 */
export function ownMappings({ sources, mappings }, folder, root) {
  const isOwn = sources.map((source) => !relative(root, resolve(folder, source)).startsWith('node_modules/'));
  const own = sources.filter((_, at) => isOwn[at]);
  const numbers = new Map(own.map((source, at) => [sources.indexOf(source), at]));
  /** Where the code before comes from: a lookup finds the last segment before a position, on an earlier line too. */
  let last = '';
  const lines = decode(mappings).map((segments) =>
    segments.flatMap(
      /** @returns {import('@jridgewell/sourcemap-codec').SourceMapSegment[]} */
      ([column, source, line = 0, place = 0]) => {
        const number = source === undefined ? undefined : numbers.get(source);
        const from = number === undefined ? '' : `${number}:${line}`;
        if (from === last) return [];
        last = from;
        return [number === undefined ? [column] : [column, number, line, place]];
      },
    ),
  );
  return { version: 3, sources: own, names: [], mappings: encode(lines) };
}
