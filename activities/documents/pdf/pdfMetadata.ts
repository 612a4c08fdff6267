import type { PageMetadata } from '../../../contracts/results/page.ts';
import { metadataOf } from '../metadata.ts';
import type { PdfDocument } from './open.ts';

function textField(info: object | undefined, field: string): string | undefined {
  const value: unknown = Object.entries(info ?? {}).find(([name]) => name === field)?.[1];
  return typeof value === 'string' ? value : undefined;
}

/** What programs write where nobody has given a title: the name of the file, or of the program. */
const noTitle =
  /^(?:untitled.*|microsoft (?:word|powerpoint|excel) - .*|.*\.(?:docx?|pdf|tex|dvi|indd|pptx?|xlsx?|qxd|odt|rtf)|slide 1|powerpoint.*|document\d*)$/i;

/** `D:20240131120000+01'00'` in ISO 8601. */
function toIsoDate(date: string | undefined): string | undefined {
  const match = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(?:(\d\d)(\d\d)(\d\d)?)?(?:(Z)|([+-]\d\d)'?(\d\d)?)?/.exec(date ?? '');
  if (!match) return undefined;
  const [, year, month = '01', day = '01', hour, minute, second = '00', , offset, offsetMinutes = '00'] = match;
  const time = hour ? `T${hour}:${minute}:${second}${offset ? `${offset}:${offsetMinutes}` : 'Z'}` : '';
  const parsed = new Date(`${year}-${month}-${day}${time}`);
  return Number.isNaN(parsed.getTime()) ? undefined : parsed.toISOString();
}

export async function readPdfMetadata(document: PdfDocument): Promise<Partial<PageMetadata>> {
  const { info, metadata } = await document.getMetadata().catch(() => ({ info: undefined, metadata: undefined }));
  const xmp = (name: string): string | undefined => {
    const value: unknown = metadata?.get(name);
    return Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : undefined;
  };
  const title = [textField(info, 'Title'), xmp('dc:title')].find((each) => each?.trim() && !noTitle.test(each.trim()));
  return {
    ...metadataOf({
      title,
      author: textField(info, 'Author') || xmp('dc:creator'),
      description: textField(info, 'Subject') || xmp('dc:description'),
      language: textField(info, 'Language') || xmp('dc:language'),
      published: toIsoDate(textField(info, 'CreationDate')),
      modified: toIsoDate(textField(info, 'ModDate')),
    }),
    numPages: document.numPages,
  };
}
