/** The brand sheet: gives its samples their looks, says which fonts are missing, and saves it. */
import { saveFile, tell } from './everyPage.js';

/** What a sample may decide about itself; see playground/brand/styled.ts. */
const properties = new Set([
  'background',
  'color',
  'border-color',
  'border-radius',
  'box-shadow',
  'padding',
  'font-family',
  'font-size',
  'font-weight',
  'line-height',
  'flex-grow',
  'width',
]);

/**
 * Each property is set by itself: a value that is not one of its kind sets nothing.
 * @param {ParentNode} within
 */
export function dress(within) {
  for (const sample of within.querySelectorAll('[data-look]')) {
    if (!(sample instanceof HTMLElement)) continue;
    for (const [property, value] of Object.entries(JSON.parse(sample.dataset['look'] ?? '{}'))) {
      if (properties.has(property)) sample.style.setProperty(property, String(value));
    }
  }
}

const brush = document.createElement('canvas').getContext('2d');
const letters = 'mmmmmmmmmmlliWQ@0123';

/** @param {string} font */
function width(font) {
  if (!brush) return 0;
  brush.font = `72px ${font}`;
  return brush.measureText(letters).width;
}

/**
 * A family that is there sets its letters otherwise than what would stand in for it.
 * @param {string} family
 */
function isHere(family) {
  return ['monospace', 'serif', 'sans-serif'].some((other) => width(`"${family}", ${other}`) !== width(other));
}

/** @param {ParentNode} within */
export async function tellMissingFonts(within) {
  for (const note of within.querySelectorAll('[data-font]')) {
    if (!(note instanceof HTMLElement)) continue;
    const family = note.dataset['font'] ?? '';
    // Our own fonts are fetched when they are first used.
    await document.fonts.load(`72px "${family}"`).catch(() => []);
    note.hidden = isHere(family);
  }
}

/** Twice the size, for screens that show two pixels for one. */
const scale = 2;

/** Drawings cannot use the page's fonts, so its letters come along. */
async function ourFonts() {
  const faces = Object.entries({ Inter: 'inter.woff2', 'JetBrains Mono': 'mono.woff2' }).map(async ([family, file]) => {
    const response = await fetch(new URL(file, import.meta.url));
    let bytes = '';
    for (const byte of new Uint8Array(await response.arrayBuffer())) bytes += String.fromCharCode(byte);
    return `@font-face{font-family:'${family}';font-weight:100 900;src:url(data:font/woff2;base64,${btoa(bytes)})}`;
  });
  return `<style>${(await Promise.all(faces)).join('')}</style>`;
}

/**
 * @param {string} drawing
 * @param {string} size
 * @returns {Promise<Blob>}
 */
async function asPng(drawing, size) {
  const [wide = 0, high = 0] = size.split('x').map(Number);
  const fonts = await ourFonts();
  const address = URL.createObjectURL(
    new Blob([drawing.replace('>', () => `>${fonts}`)], { type: 'image/svg+xml;charset=utf-8' }),
  );
  try {
    const image = new Image(wide, high);
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = wide * scale;
    canvas.height = high * scale;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}

document.addEventListener('click', async (event) => {
  const button = event.target instanceof Element ? event.target.closest('button') : undefined;
  const { saveDrawing: name, drawing, size } = button?.dataset ?? {};
  if (!button || name === undefined || drawing === undefined) return;
  button.disabled = true;
  try {
    saveFile(name, await asPng(drawing, size ?? ''));
    tell(button, 'Saved');
  } catch {
    tell(button, 'Could not be drawn');
  }
  button.disabled = false;
});
