import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { basename, dirname, resolve } from 'node:path';

/**
 * Has stack traces name the lines of the sources instead of the bundle's. The map is read for the first of them: Node
 * would read it at every start.
 * @param {string} bundle
 */
export function mapStackTraces(bundle) {
  /** @type {SourceMap | undefined} */
  let map;

  const name = basename(bundle);

  /** @param {NodeJS.CallSite} frame */
  function placeOf(frame) {
    const text = String(frame);
    const [line, column] = [frame.getLineNumber(), frame.getColumnNumber()];
    if (frame.getFileName() !== name || line === null || column === null) return text;
    map ??= new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')));
    const entry = map.findEntry(line - 1, column - 1);
    const place =
      'originalSource' in entry && entry.originalSource
        ? `${resolve(dirname(bundle), entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
        : `${bundle}:${line}:${column}`;
    return text.replace(`${name}:${line}:${column}`, place);
  }

  Error.prepareStackTrace = (error, frames) =>
    [String(error), ...frames.map((frame) => `    at ${placeOf(frame)}`)].join('\n');
}
