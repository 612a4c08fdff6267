import busboy from 'busboy';
import { Failure } from '../../contracts/failures.ts';
import type { Context } from './context.ts';

export interface Upload {
  file: { name: string; contentType?: string; bytes: Buffer };
  /** The part `options`, as JSON text. */
  options: string;
}

interface Limits {
  maxFileBytes: number;
  maxOptionsBytes: number;
}

const wrongType = 'Send the body as multipart/form-data, with the parts `file` and `options` (JSON).';
const cutOff = 'The body could not be read: it was cut off, or is not multipart/form-data.';
const maxNameLength = 255;

/** Reads the parts `file` and `options` of a form. */
export function readUpload(ctx: Context, limits: Limits): Promise<Upload> {
  if (!ctx.is('multipart/form-data')) throw new Failure('NotJson', wrongType);
  return new Promise((resolve, reject) => {
    const parser = openParser(ctx, limits);
    let file: Upload['file'] | undefined;
    let options = '{}';
    function fail(failure: Failure): void {
      ctx.req.unpipe(parser);
      ctx.req.resume();
      reject(failure);
    }
    parser.on('file', (part, stream, { filename, mimeType }) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('limit', () =>
        fail(new Failure('BodyTooLarge', `The file is larger than ${limits.maxFileBytes / 1024 / 1024} MiB.`)),
      );
      stream.on('error', () => fail(new Failure('InvalidRequest', cutOff)));
      stream.on('end', () => {
        if (part !== 'file') return;
        const name = (filename ?? '').trim().slice(0, maxNameLength);
        file = { name, ...(mimeType && { contentType: mimeType }), bytes: Buffer.concat(chunks) };
      });
    });
    parser.on('field', (part, value, { valueTruncated }) => {
      if (part !== 'options') return;
      if (valueTruncated)
        fail(new Failure('BodyTooLarge', `\`options\` is larger than ${limits.maxOptionsBytes / 1024} KiB.`));
      options = value;
    });
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
      parser.on(limit, () => fail(new Failure('InvalidRequest', 'Send one `file` and its `options`, nothing else.')));
    parser.on('error', () => fail(new Failure('InvalidRequest', cutOff)));
    ctx.req.once('aborted', () => fail(new Failure('InvalidRequest', cutOff)));
    parser.on('close', () => {
      if (!file) fail(new Failure('InvalidRequest', 'There is no part `file` in the body.'));
      else if (file.name === '') fail(new Failure('InvalidRequest', '`file` has no file name.'));
      else if (file.bytes.length === 0) fail(new Failure('InvalidRequest', '`file` is empty.'));
      else resolve({ file, options });
    });
    ctx.req.pipe(parser);
  });
}

function openParser(ctx: Context, { maxFileBytes, maxOptionsBytes }: Limits): busboy.Busboy {
  try {
    return busboy({
      headers: ctx.req.headers,
      defParamCharset: 'utf8',
      limits: { files: 1, fields: 2, parts: 4, fileSize: maxFileBytes, fieldSize: maxOptionsBytes },
    });
  } catch {
    // There is no boundary.
    throw new Failure('InvalidRequest', cutOff);
  }
}
