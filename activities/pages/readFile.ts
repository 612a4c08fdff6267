import { Failure } from '../../contracts/failures.ts';
import type { Objects } from '../../storage/objectStore.ts';
import { documentKindOf } from '../documents/kind.ts';
import { mimeTypeOf } from './bodyKind.ts';
import type { Converter } from './converterPool.ts';
import { fileTypeOf } from './fileType.ts';
import { itemOf } from './item.ts';
import type { ReadPage } from './readPage.ts';

interface Deps {
  converter: Pick<Converter, 'convert'>;
  objects: Pick<Objects, 'getUpload'>;
}

/** Formats without text, unless the bytes are those of a document. */
const mediaType = /^(?:image|audio|video|font)\//;

/** Reads a file that the caller has uploaded. What kinds there are is decided where every body is: in `convertPage`. */
export function createReadFile({ converter, objects }: Deps): ReadPage {
  return async ({ url: name, file, options, signal }) => {
    if (!file) throw new Error('there is no file to read');
    const contentType = fileTypeOf(name, file.contentType);
    const type = mimeTypeOf(contentType);
    const body = await objects.getUpload(file.object);
    if (mediaType.test(type) && documentKindOf(body) === undefined)
      throw new Failure('PageNotText', `The file is of type ${type}, which has no text to read.`);
    const url = `file:///${encodeURIComponent(name)}`;
    const content = await converter.convert({ body, contentType, url, options }, signal).catch(aboutTheFile);
    return { item: itemOf(name, content, { contentType }) };
  };
}

/** The same words are used for pages. */
function aboutTheFile(error: unknown): never {
  if (!(error instanceof Failure)) throw error;
  throw new Failure(error.kind, error.message.replace(/^The page\b/, 'The file'), { cause: error });
}
