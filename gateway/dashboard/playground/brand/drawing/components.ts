import { drawControl } from './control.ts';
import { contentWidth, type DrawSection, emptySection, margin, sectionTitle, titleHeight } from './section.ts';
import { image, lineColor, mutedColor, rect, textElement } from './svg.ts';

const gap = 24;
const height = 200;

/** The controls on the page's ground, and the logo on light and dark, side by side. */
export const drawComponents: DrawSection = (brand, y) => {
  const { controls, logo, background } = brand;
  if (controls.length === 0 && !logo) return emptySection;
  const top = y + titleHeight;
  const half = (contentWidth - gap) / 2;
  const parts: string[] = [];
  if (controls.length > 0) {
    const width = logo ? half : contentWidth;
    parts.push(sectionTitle('Components', y));
    parts.push(rect({ x: margin, y: top, width, height, fill: background, radius: 16, stroke: lineColor }));
    let x = margin + 36;
    const input = controls.find(({ kind }) => kind === 'input');
    for (const { kind, look } of controls.filter((each) => each !== input)) {
      const drawn = drawControl(brand, kind, look, x, input ? top + 36 : top + height / 2 - 26);
      parts.push(drawn.svg);
      x += drawn.width + 18;
    }
    if (input)
      parts.push(
        drawControl(brand, 'input', input.look, margin + 36, controls.length > 1 ? top + 118 : top + height / 2 - 26)
          .svg,
      );
  }
  if (logo) {
    const left = controls.length > 0 ? margin + half + gap : margin;
    const side = (half - gap) / 2;
    parts.push(sectionTitle('Logo', y, left));
    for (const [at, fill] of ['#ffffff', '#16130f'].entries()) {
      const x = left + at * (side + gap);
      parts.push(rect({ x, y: top, width: side, height, fill, radius: 16, stroke: lineColor }));
      parts.push(image(logo, x + 40, top + 50, side - 80, height - 100));
      parts.push(
        textElement(at === 0 ? 'on light' : 'on dark', { x, y: top + height + 26, size: 14, fill: mutedColor }),
      );
    }
  }
  return { svg: parts.join(''), height: titleHeight + height + (logo ? 34 : 8) };
};
