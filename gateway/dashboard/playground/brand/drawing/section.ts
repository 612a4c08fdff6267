import type { Brand } from '../brand.ts';
import { textElement } from './svg.ts';

export const sheetWidth = 1_440;
export const margin = 72;
export const contentWidth = sheetWidth - 2 * margin;

/** Draws a section of the sheet from `y` downwards, and says how high it is. */
export type DrawSection = (brand: Brand, y: number) => { svg: string; height: number };

export const emptySection = { svg: '', height: 0 };

/** The space that the title takes, from the top of the section to its content. */
export const titleHeight = 88;

export function sectionTitle(text: string, y: number, x = margin): string {
  return textElement(text, { x, y: y + 62, size: 21, weight: 650, spacing: -0.2 });
}
