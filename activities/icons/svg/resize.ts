/** Sets the size that a sanitized drawing states. Sanitizing has escaped every `>` in the root's attributes. */
export function resizeSvg(svg: string, { width, height }: { width: number; height: number }): string {
  return svg.replace(/^<svg\b[^>]*>/, (root) =>
    root.replace(/ (?:width|height)="[^"]*"/g, '').replace(/>$/, ` width="${width}" height="${height}">`),
  );
}
