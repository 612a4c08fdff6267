/** A sanitized drawing with its size stated anew. Its root has no `>` inside of attributes, which are escaped. */
export function sized(svg: string, { width, height }: { width: number; height: number }): string {
  return svg.replace(/^<svg\b[^>]*>/, (root) =>
    root.replace(/ (?:width|height)="[^"]*"/g, '').replace(/>$/, ` width="${width}" height="${height}">`),
  );
}
