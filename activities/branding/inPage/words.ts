import type { Control } from './controls.ts';
import type { Visit } from './walk.ts';

const mostChars = 4_000;

/** The page's own words, for their tone: headings and buttons whole, paragraphs in part. */
export function createWords() {
  const parts: string[] = [];
  let chars = 0;
  return {
    see({ element, zone }: Visit, control: Control): void {
      if (chars >= mostChars || zone !== 'body' || element.childElementCount > 6) return;
      const isHeading = /^h[1-4]$/.test(element.localName);
      if (!isHeading && control !== 'button' && element.localName !== 'p' && element.localName !== 'li') return;
      const text = (element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 300);
      if (text.length < 3) return;
      parts.push(text);
      chars += text.length;
    },
    all: () => parts.join('\n').slice(0, mostChars + 300),
  };
}
