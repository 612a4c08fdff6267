import { Failure } from '../../../contracts/failures.ts';
import type { Archive } from '../archive.ts';
import type { DocumentContent } from '../content.ts';
import { imageName } from '../html.ts';
import { readProperties } from './properties.ts';

/** How mammoth reads the files of a document: ours unpacks within limits, its own does not. */
interface MammothFiles {
  exists(name: string): boolean;
  read(name: string, encoding?: string): Promise<Uint8Array | string>;
}

const image = /<img(?: alt="([^"]*)")? src="[^"]*" ?\/>/g;

/** A Word document, by mammoth: styles become headings, and numbering becomes lists. */
export async function readDocx(archive: Archive): Promise<DocumentContent> {
  const { default: mammoth } = await import('mammoth');
  const files: MammothFiles = {
    exists: archive.has,
    async read(name, encoding) {
      const bytes = await archive.bytes(name);
      return encoding === undefined ? bytes : bytes.toString(encoding === 'base64' ? 'base64' : 'utf8');
    },
  };
  // Its types do not name this kind of input.
  const input = { file: files } as unknown as { buffer: Buffer };
  const converted = await mammoth
    .convertToHtml(input, {
      convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      externalFileAccess: false,
      styleMap: ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p > em:fresh"],
    })
    .catch((cause: unknown): never => {
      throw cause instanceof Failure
        ? cause
        : new Failure('PageNotText', 'The Word document is damaged and could not be read.', { cause });
    });
  const html = converted.value.replace(image, (_, alt?: string) => imageName(alt && decoded(alt), undefined));
  return { html: withHeaders(html), metadata: await readProperties(archive) };
}

/** Few tables say which row is their header; to a reader it is the first. */
function withHeaders(html: string): string {
  return html.replace(/<table><tr>.*?<\/tr>/gs, (start) => start.replace(/<(\/?)td\b/g, '<$1th'));
}

function decoded(text: string): string {
  return text
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
}
