import { Failure } from '../../../../contracts/failures.ts';
import type { Archive } from '../../archive.ts';
import type { DocumentContent } from '../../content.ts';
import { writeBlocks } from '../../lists.ts';
import { allNamed, attribute, childAt, childrenNamed, firstNamed, parseXml } from '../../xml.ts';
import { readProperties } from '../properties.ts';
import { relationsOf } from '../relations.ts';
import { slideHtml } from './slide.ts';
import { paragraphsOf } from './text.ts';

const maxSlides = 500;

/** A presentation, slide by slide, each with the notes of its speaker. */
export async function readPptx(archive: Archive, part: string): Promise<DocumentContent> {
  const root = parseXml(await archive.text(part));
  const relations = await relationsOf(archive, part);
  const slides = childrenNamed(firstNamed(root, 'sldIdLst'), 'sldId').flatMap(
    (slide) => relations.get(slide.attribs['r:id'] ?? attribute(slide, 'id') ?? '')?.target ?? [],
  );
  const parts: string[] = [];
  for (const [at, slide] of slides.slice(0, maxSlides).entries())
    if (archive.has(slide)) parts.push(await readSlide(archive, slide, at + 1));
  const html = parts.filter(Boolean).join('<hr>');
  if (html === '') throw new Failure('PageNotText', 'The presentation has no text on its slides.');
  const warning =
    slides.length > maxSlides ? `Only the first ${maxSlides} of ${slides.length} slides were read.` : undefined;
  return { html, metadata: await readProperties(archive), ...(warning && { warning }) };
}

async function readSlide(archive: Archive, part: string, number: number): Promise<string> {
  const root = parseXml(await archive.text(part));
  const slide = root.children[0];
  // A hidden slide is not shown to an audience.
  if (slide && attribute(slide, 'show') === '0') return '';
  const relations = await relationsOf(archive, part);
  const html = await slideHtml(root, { archive, relations, number });
  const notes = [...relations.values()].find(({ type }) => type === 'notesSlide')?.target;
  return html + (notes && archive.has(notes) ? notesHtml(await archive.text(notes)) : '');
}

function notesHtml(xml: string): string {
  const bodies = allNamed(parseXml(xml), 'sp').filter((shape) => {
    const placeholder = childAt(shape, 'nvSpPr', 'nvPr', 'ph');
    return placeholder && attribute(placeholder, 'type') === 'body';
  });
  const notes = writeBlocks(bodies.flatMap((shape) => paragraphsOf(childAt(shape, 'txBody'), new Map(), false)));
  return notes && `<h3>Notes</h3>${notes}`;
}
