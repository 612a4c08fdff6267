import { decodeText } from '../../icons/decode/sniff.ts';
import { boxOf } from '../../icons/svg/box.ts';
import { allNamed, childAt, localName, parseXml } from '../xml.ts';
import type { ImageText } from './imageText.ts';

/** An SVG image: what it says about itself, and the words in it. */
export interface Drawing {
  width: number;
  height: number;
  text: ImageText;
  words: string[];
}

const maxTexts = 10_000;

export function readDrawing(body: Buffer): Drawing | undefined {
  const root = parseXml(decodeText(body)).children.find((child) => localName(child) === 'svg');
  if (!root) return undefined;
  const { width, height } = boxOf({ width: root.attribs['width'] ?? '', height: root.attribs['height'] ?? '' }) ??
    boxOf(root.attribs) ?? { width: 0, height: 0 };
  const words = allNamed(root, 'text')
    .slice(0, maxTexts)
    .map(({ textContent }) => textContent.trim().replace(/\s+/g, ' '))
    .filter(Boolean);
  const text = { title: childAt(root, 'title')?.textContent, description: childAt(root, 'desc')?.textContent };
  return { width: Math.round(width), height: Math.round(height), text, words };
}
