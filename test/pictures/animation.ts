/** A recording of a terminal as an animated picture, which needs no script and no font of its own. */
import { columns, type Frame, type Run, rows } from './terminal.ts';

const cellWidth = 8.4;
const lineHeight = 19;
const padding = 20;
const barHeight = 36;
const width = Math.ceil(columns * cellWidth + 2 * padding);
const height = rows * lineHeight + barHeight + 2 * padding;
/** How long the last picture stays before it begins again. */
const endMs = 3_000;

export function animationOf(frames: readonly Frame[]): string {
  const totalMs = (frames.at(-1)?.at ?? 0) + endMs;
  const shown = frames.map((frame, at) => ({ ...frame, until: frames[at + 1]?.at ?? totalMs }));
  const percent = (ms: number) => `${((100 * ms) / totalMs).toFixed(3)}%`;
  const rules = shown.map(({ at, until }, index) => {
    const visible = `${percent(at)} { visibility: visible }`;
    const after = until < totalMs ? `${percent(until)} { visibility: hidden }` : '';
    return `@keyframes f${index} { 0% { visibility: ${at === 0 ? 'visible' : 'hidden'} } ${visible} ${after} }
#f${index} { visibility: hidden; animation: f${index} ${totalMs}ms step-end infinite }`;
  });
  const pictures = shown.map(({ screen }, index) => `<g id="f${index}">${screen.map(lineOf).join('')}</g>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="A terminal in which sightread reads a page, a list of pages, and the brand of a site">
<style>
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #d6deeb; white-space: pre }
${rules.join('\n')}
</style>
<rect width="${width}" height="${height}" rx="12" fill="#0f1a26"/>
<circle cx="24" cy="20" r="6" fill="#e5687a"/><circle cx="44" cy="20" r="6" fill="#f5a524"/><circle cx="64" cy="20" r="6" fill="#7fc98f"/>
${pictures.join('\n')}
</svg>
`;
}

function lineOf(runs: readonly Run[], y: number): string {
  let x = 0;
  return runs
    .map((run) => {
      const at = x;
      x += [...run.text].length;
      return runOf(run, padding + at * cellWidth, barHeight + padding + y * lineHeight);
    })
    .join('');
}

function runOf({ text, color, background, bold }: Run, x: number, y: number): string {
  const length = [...text].length * cellWidth;
  const box =
    background &&
    `<rect x="${x.toFixed(1)}" y="${y - 14}" width="${length.toFixed(1)}" height="${lineHeight}" fill="${background}"/>`;
  if (!text.trim()) return box ?? '';
  const styles = [...(color ? [`fill:${color}`] : []), ...(bold ? ['font-weight:700'] : [])];
  const look = styles.length > 0 ? ` style="${styles.join(';')}"` : '';
  return `${box ?? ''}<text x="${x.toFixed(1)}" y="${y}" textLength="${length.toFixed(1)}"${look}>${escaped(text)}</text>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
