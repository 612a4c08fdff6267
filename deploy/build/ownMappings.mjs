/** Source maps without the packages: nobody looks there for a line, and they are nine tenths of a map. */
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
  let wasOwn = false;
  const lines = decode(mappings).map((segments) =>
    segments.flatMap(
      /** @returns {import('@jridgewell/sourcemap-codec').SourceMapSegment[]} */
      ([column, source, line = 0, place = 0]) => {
        const number = source === undefined ? undefined : numbers.get(source);
        const isRepeated = number === undefined && !wasOwn;
        wasOwn = number !== undefined;
        if (isRepeated) return [];
        return [number === undefined ? [column] : [column, number, line, place]];
      },
    ),
  );
  return { version: 3, sources: own, names: [], mappings: encode(lines) };
}
