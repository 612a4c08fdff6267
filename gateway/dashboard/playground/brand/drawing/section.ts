import type { Brand } from '../brand.ts';
import { textElement } from './svg.ts';

export const sheetWidth = 1_440;
export const margin = 72;
export const contentWidth = sheetWidth - 2 * margin;

/** A part of the sheet from a height downwards, and how much of it it takes. */
export type DrawSection = (brand: Brand, y: number) => { svg: string; height: number };

export const emptySection = { svg: '', height: 0 };

/** The title of a part; what follows begins 88 below the part's top. */
export const titleHeight = 88;
export function sectionTitle(text: string, y: number, x = margin): string {
  return textElement(text, { x, y: y + 62, size: 21, weight: 650, spacing: -0.2 });
}
