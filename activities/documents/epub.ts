import { posix } from 'node:path';
import { Failure } from '../../contracts/failures.ts';
import { descendants, type PageElement } from '../pages/tree/nodes.ts';
import { parseHtml } from '../pages/tree/parseHtml.ts';
import { serializeInner } from '../pages/tree/serialize.ts';
import type { Archive } from './archive.ts';
import type { DocumentContent } from './content.ts';
import { decodePath } from './decodePath.ts';
import { metadataOf } from './metadata.ts';
import { allNamed, attribute, firstNamed, parseXml } from './xml.ts';

const maxChapters = 1_000;
/** Fonts may be obfuscated by these; the text is readable then. */
const fontAlgorithms = /^http:\/\/(?:www\.idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC)/;

/** A book, chapter by chapter in the order of its spine. */
export async function readEpub(archive: Archive): Promise<DocumentContent> {
  await refuseProtected(archive);
  const rootfile = firstNamed(parseXml(await archive.text('META-INF/container.xml')), 'rootfile');
  const part = (rootfile && attribute(rootfile, 'full-path')) ?? '';
  const book = parseXml(await archive.text(part));
  const folder = posix.dirname(part);
  const files = new Map(
    allNamed(book, 'item').map((item) => [
      attribute(item, 'id') ?? '',
      posix.join(folder, decodePath(attribute(item, 'href') ?? '')),
    ]),
  );
  const spine = allNamed(book, 'itemref')
    .filter((each) => attribute(each, 'linear') !== 'no')
    .map((each) => files.get(attribute(each, 'idref') ?? ''))
    .filter((name) => name !== undefined && archive.has(name));
  const chapters: string[] = [];
  for (const name of spine.slice(0, maxChapters)) chapters.push(chapterHtml(await archive.text(name ?? '')));
  const html = chapters.filter(Boolean).join('<hr>');
  if (html === '') throw new Failure('PageNotText', 'The book has no text in it.');
  const warning =
    spine.length > maxChapters ? `Only the first ${maxChapters} of ${spine.length} chapters were read.` : undefined;
  return { html, metadata: bookMetadata(book), ...(warning && { warning }) };
}

function bookMetadata(book: PageElement) {
  const text = (name: string) => firstNamed(book, name)?.textContent;
  const authors = allNamed(book, 'creator').map(({ textContent }) => textContent.trim());
  return metadataOf({
    title: text('title'),
    author: authors.join(', '),
    language: text('language'),
    description: text('description')?.replace(/<[^>]*>/g, ' '),
    published: text('date'),
  });
}

/** The body of a chapter. Its links lead into the book, and its pictures have no address. */
function chapterHtml(source: string): string {
  const { body } = parseHtml(source);
  for (const { name, attribs } of descendants(body)) {
    if (name === 'a' && !/^(?:https?:|mailto:|#)/i.test(attribs['href'] ?? '')) delete attribs['href'];
    if (name === 'img') delete attribs['src'];
  }
  return serializeInner(body);
}

async function refuseProtected(archive: Archive): Promise<void> {
  const name = 'META-INF/encryption.xml';
  if (!archive.has(name)) return;
  const algorithms = allNamed(parseXml(await archive.text(name)), 'EncryptionMethod').map((each) =>
    attribute(each, 'Algorithm'),
  );
  if (algorithms.some((algorithm) => algorithm !== undefined && !fontAlgorithms.test(algorithm)))
    throw new Failure('PageNotText', 'The book is protected against copying and could not be read.');
}
