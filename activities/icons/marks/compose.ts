import type { Theme } from '../../../contracts/images/parameters.ts';
import type { Frame, ThemedMark } from './map.ts';
import { liftPaints } from './paint.ts';

/** A tile's side and corner, and the room around the drawing on it, in a square of 100. */
export const tileShape = { side: 84, corner: 19, padding: 9 };

/** The drawing of a package as it is shown on a theme's surface. A single color is left to the sanitizer, unless there is a tile. */
export function composeMark(svg: string, { paint, frame, tile }: ThemedMark, theme: Theme): string {
  const painted = paint === 'lifted' ? liftPaints(svg, theme) : svg;
  if (tile === undefined) return withFrame(painted, frame);
  const { side, corner, padding } = tileShape;
  const margin = (100 - side) / 2;
  const inner = side - 2 * padding;
  const color = paint === 'own' || paint === 'lifted' ? '' : ` fill="${paint}" color="${paint}"`;
  const place = ` x="${margin + padding}" y="${margin + padding}" width="${inner}" height="${inner}"${color}`;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">',
    `<rect x="${margin}" y="${margin}" width="${side}" height="${side}" rx="${corner}" fill="${tile}"/>`,
    withFrame(painted, frame).replace(/^<svg\b/, `<svg${place}`),
    '</svg>',
  ].join('');
}

function withFrame(svg: string, { x, y, side }: Frame): string {
  return svg.replace(/\bviewBox="[^"]*"/, `viewBox="${x} ${y} ${side} ${side}"`);
}
