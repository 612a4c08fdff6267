/** The brand sheet: styles its samples, marks missing fonts, and saves the sheet as a PNG. */
import { flashLabel, saveFile } from './everyPage.js';

/** The CSS properties that `data-look` may set; playground/brand/styled.ts has the same list. */
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
 * Applies `data-look`. Each property is set on its own: a value that is not valid for it has no effect.
 * @param {ParentNode} within
 */
export function applyLooks(within) {
  for (const sample of within.querySelectorAll('[data-look]')) {
    if (!(sample instanceof HTMLElement)) continue;
    for (const [property, value] of Object.entries(JSON.parse(sample.dataset['look'] ?? '{}'))) {
      if (properties.has(property)) sample.style.setProperty(property, String(value));
    }
  }
}

const measuringContext = document.createElement('canvas').getContext('2d');
const sampleText = 'mmmmmmmmmmlliWQ@0123';

/** @param {string} font */
function measureWidth(font) {
  if (!measuringContext) return 0;
  measuringContext.font = `72px ${font}`;
  return measuringContext.measureText(sampleText).width;
}

/**
 * Text in an installed font has another width than in at least one of the fallback fonts.
 * @param {string} family
 */
function isInstalled(family) {
  return ['monospace', 'serif', 'sans-serif'].some(
    (fallback) => measureWidth(`"${family}", ${fallback}`) !== measureWidth(fallback),
  );
}

/** @param {ParentNode} within */
export async function showMissingFontNotes(within) {
  for (const note of within.querySelectorAll('[data-font]')) {
    if (!(note instanceof HTMLElement)) continue;
    const family = note.dataset['font'] ?? '';
    // The dashboard's own fonts are loaded on first use.
    await document.fonts.load(`72px "${family}"`).catch(() => []);
    note.hidden = isInstalled(family);
  }
}

/** The PNG has twice the size of the drawing, for screens with two device pixels per CSS pixel. */
const scale = 2;

/** An SVG that is used as an image cannot load fonts, so the dashboard's fonts are embedded in it. */
async function embeddedFonts() {
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
async function pngOf(drawing, size) {
  const [width = 0, height = 0] = size.split('x').map(Number);
  const fonts = await embeddedFonts();
  const url = URL.createObjectURL(
    new Blob([drawing.replace('>', () => `>${fonts}`)], { type: 'image/svg+xml;charset=utf-8' }),
  );
  try {
    const image = new Image(width, height);
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width * scale;
    canvas.height = height * scale;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('the drawing could not be converted'))),
        'image/png',
      );
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}

document.addEventListener('click', async (event) => {
  const button = event.target instanceof Element ? event.target.closest('button') : undefined;
  const { saveDrawing: name, drawing, size } = button?.dataset ?? {};
  if (!button || name === undefined || drawing === undefined) return;
  button.disabled = true;
  try {
    saveFile(name, await pngOf(drawing, size ?? ''));
    flashLabel(button, 'Saved');
  } catch {
    flashLabel(button, 'Could not be saved');
  }
  button.disabled = false;
});
