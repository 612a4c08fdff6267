import type { Control } from './controls.ts';
import type { VisitedElement } from './walk.ts';

const maxChars = 4_000;

/** The page's words, from which its tone is guessed: headings, buttons, and the beginnings of paragraphs. */
export function createWords() {
  const parts: string[] = [];
  let chars = 0;
  return {
    visit({ element, zone }: VisitedElement, control: Control): void {
      if (chars >= maxChars || zone !== 'body' || element.childElementCount > 6) return;
      const isHeading = /^h[1-4]$/.test(element.localName);
      if (!isHeading && control !== 'button' && element.localName !== 'p' && element.localName !== 'li') return;
      const text = (element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 300);
      if (text.length < 3) return;
      parts.push(text);
      chars += text.length;
    },
    all: () => parts.join('\n').slice(0, maxChars + 300),
  };
}
