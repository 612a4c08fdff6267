import { Binary } from 'mongodb';
import { compress, decompress } from './concatenableGzip.ts';

/** The lines of a page, as a record keeps them. */
export async function packLines(lines: readonly string[]): Promise<Binary> {
  return new Binary(await compress(Buffer.from(lines.join('\n'))));
}

export async function unpackLines(packed: Binary): Promise<string[]> {
  const text = (await decompress(Buffer.from(packed.value()))).toString();
  return text === '' ? [] : text.split('\n');
}
