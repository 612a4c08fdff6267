import { isUtf8 } from 'node:buffer';
import type { Metadata } from 'sharp';
import { allNamed, attribute, firstNamed, parseXml } from '../xml.ts';

/** What the makers of an image have written into it. */
export interface ImageText {
  title?: string | undefined;
  description?: string | undefined;
  author?: string | undefined;
  published?: string | undefined;
}

/** Cameras and phones write these where a person could describe the picture. */
const noDescription = /^(?:.*digital camera|sony dsc|minolta dsc|dcim\\.*|default|ascii|charset=.*)$/i;

/** By EXIF, XMP and the texts of a PNG; what a person has written with care is in XMP. */
export async function imageTextOf({
  xmp,
  exif,
  comments,
}: Pick<Metadata, 'xmp' | 'exif' | 'comments'>): Promise<ImageText> {
  const sources = [xmp && xmpText(xmp), exif && (await exifText(exif)), comments && pngText(comments)];
  const result: ImageText = {};
  for (const source of sources)
    for (const [name, value] of Object.entries(source || {})) {
      const text = value?.replace(/\0/g, '').trim();
      if (text && !noDescription.test(text)) result[name as keyof ImageText] ??= text;
    }
  return result;
}

function xmpText(bytes: Buffer): ImageText {
  const root = parseXml(bytes.toString('utf8'));
  const text = (name: string): string | undefined => {
    const found = firstNamed(root, name);
    if (!found) return undefined;
    const versions = allNamed(found, 'li');
    const main = versions.find((each) => attribute(each, 'lang') === 'x-default') ?? versions[0];
    return (main ?? found).textContent;
  };
  const authors = firstNamed(root, 'creator');
  return {
    title: text('title') ?? text('Headline'),
    description: text('description'),
    author:
      authors &&
      allNamed(authors, 'li')
        .map(({ textContent }) => textContent.trim())
        .join(', '),
  };
}

async function exifText(bytes: Buffer): Promise<ImageText> {
  const { default: exif } = await import('exif-reader');
  try {
    const { Image = {}, Photo = {} } = exif(bytes);
    return {
      title: windowsText(Image['XPTitle']),
      description: textOf(Image.ImageDescription) || windowsText(Image['XPSubject']) || windowsText(Image['XPComment']),
      author: textOf(Image.Artist) || windowsText(Image['XPAuthor']),
      published: takenAt(Photo.DateTimeOriginal, textOf(Photo['OffsetTimeOriginal'])),
    };
  } catch {
    // Damaged EXIF is common, and the picture is none the worse for it.
    return {};
  }
}

/** Bytes, where it is not in ASCII, as the standard demands: most programs write UTF-8 then, and old ones Latin-1. */
function textOf(value: unknown): string | undefined {
  if (!Buffer.isBuffer(value)) return typeof value === 'string' ? value : undefined;
  return value.toString(isUtf8(value) ? 'utf8' : 'latin1');
}

/** The fields of Windows are UTF-16, as a list of bytes. */
function windowsText(value: unknown): string | undefined {
  if (!Buffer.isBuffer(value) && !Array.isArray(value)) return undefined;
  return Buffer.from(value).toString('utf16le');
}

/** By the clock of the camera, which seldom says in which time zone it is. */
function takenAt(date: unknown, offset = ''): string | undefined {
  if (!(date instanceof Date) || Number.isNaN(date.getTime())) return undefined;
  return date.toISOString().slice(0, 19) + (/^[+-]\d\d:\d\d$/.test(offset) ? offset : '');
}

function pngText(comments: NonNullable<Metadata['comments']>): ImageText {
  const text = (name: string) => comments.find(({ keyword }) => keyword.toLowerCase() === name)?.text;
  return { title: text('title'), description: text('description') ?? text('comment'), author: text('author') };
}
