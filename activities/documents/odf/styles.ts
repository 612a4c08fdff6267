import type { PageElement } from '../../pages/tree/nodes.ts';
import { allNamed, attribute, firstNamed } from '../xml.ts';

export interface TextStyle {
  isBold: boolean;
  isItalic: boolean;
  /** For a paragraph: the name of the style that it was made of, such as `Title`. */
  base: string;
}

/** The styles that a document uses, by their names. LibreOffice makes one for each combination of formats. */
export function stylesOf(root: PageElement): (element: PageElement) => TextStyle {
  const styles = new Map<string, TextStyle>();
  for (const style of allNamed(root, 'style')) {
    const name = attribute(style, 'name') ?? '';
    const text = firstNamed(style, 'text-properties');
    styles.set(name, {
      isBold: text !== undefined && attribute(text, 'font-weight') === 'bold',
      isItalic: text !== undefined && attribute(text, 'font-style') === 'italic',
      base: attribute(style, 'parent-style-name') ?? name,
    });
  }
  return (element) => {
    const name = attribute(element, 'style-name') ?? '';
    return styles.get(name) ?? { isBold: false, isItalic: false, base: name };
  };
}
