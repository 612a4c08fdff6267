import type { Brand } from '../brand.ts';
import { type Logo, logoProblem, logoSurfaces } from '../logo.ts';
import { drawControl } from './control.ts';
import { contentWidth, type DrawSection, emptySection, margin, sectionTitle, titleHeight } from './section.ts';
import { image, lineColor, mutedColor, rect, textElement } from './svg.ts';

const gap = 24;
const height = 200;
const halfWidth = (contentWidth - gap) / 2;

/** The controls on the page's background, and the logo on light and dark, side by side. */
export const drawComponents: DrawSection = (brand, y) => {
  const { controls, logo } = brand;
  if (controls.length === 0 && !logo) return emptySection;
  const elements: string[] = [];
  if (controls.length > 0) elements.push(drawControls(brand, y, logo ? halfWidth : contentWidth));
  if (logo) elements.push(drawLogo(logo, y, controls.length > 0 ? margin + halfWidth + gap : margin));
  return { svg: elements.join(''), height: titleHeight + height + (logo ? 34 : 8) };
};

/** The buttons in a row, and the input below them. */
function drawControls(brand: Brand, y: number, width: number): string {
  const { controls, background } = brand;
  const top = y + titleHeight;
  const middle = top + height / 2 - 26;
  const elements = [
    sectionTitle('Components', y),
    rect({ x: margin, y: top, width, height, fill: background, radius: 16, stroke: lineColor }),
  ];
  const left = margin + 36;
  const input = controls.find(({ kind }) => kind === 'input');
  let x = left;
  for (const { kind, look } of controls.filter((control) => control !== input)) {
    const button = drawControl(brand, kind, look, x, input ? top + 36 : middle);
    elements.push(button.svg);
    x += button.width + 18;
  }
  if (input) elements.push(drawControl(brand, 'input', input.look, left, controls.length > 1 ? top + 118 : middle).svg);
  return elements.join('');
}

function drawLogo(logo: Logo, y: number, left: number): string {
  const top = y + titleHeight;
  const width = (halfWidth - gap) / 2;
  const samples = Object.entries(logoSurfaces).map(([theme, fill], index) => {
    const problem = logoProblem(logo, fill);
    const label = problem === undefined ? `on ${theme}` : `on ${theme}: ${problem}`;
    const x = left + index * (width + gap);
    return [
      rect({ x, y: top, width, height, fill, radius: 16, stroke: lineColor }),
      image(logo.src, x + 40, top + 50, width - 80, height - 100),
      textElement(label, { x, y: top + height + 26, size: 14, fill: mutedColor }),
    ].join('');
  });
  return sectionTitle('Logo', y, left) + samples.join('');
}
