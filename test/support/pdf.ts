import { constants, deflateRawSync, deflateSync } from 'node:zlib';

/** A PDF written by hand: pages of lines, 14 points apart. */
export function pdf(pages: readonly (readonly string[])[]): Buffer {
  const streams = pages.map((lines) => {
    const text = lines.map((line) => `(${line}) Tj 0 -14 Td`).join('\n');
    return { body: Buffer.from(`BT /F1 12 Tf 72 720 Td\n${text}\nET`), filters: [] };
  });
  return pdfOf(streams);
}

/** A PDF of a few kilobytes with a page whose content inflates to this many megabytes. */
export function flateBomb(megabytes: number): Buffer {
  // Blocks that end in a full flush can be repeated, so the whole never has to be in memory.
  const megabyte = deflateRawSync(Buffer.alloc(1024 * 1024, ' '), { finishFlush: constants.Z_FULL_FLUSH });
  const header = Buffer.from([0x78, 0x9c]);
  const lastBlock = deflateRawSync(Buffer.alloc(0));
  const inner = Buffer.concat([header, ...Array<Buffer>(megabytes).fill(megabyte), lastBlock]);
  return pdfOf([{ body: deflateSync(deflateSync(inner)), filters: ['FlateDecode', 'FlateDecode', 'FlateDecode'] }]);
}

interface ContentStream {
  body: Buffer;
  filters: readonly string[];
}

/** Text at a place of a page: points from the left and from the top. */
export interface PlacedText {
  x: number;
  y: number;
  text: string;
  size?: number;
  font?: 'regular' | 'bold' | 'italic' | 'monospaced';
  /** In degrees, counterclockwise. */
  angle?: number;
}

export interface PlacedPage {
  texts: readonly PlacedText[];
  /** Straight lines: from x, y to x, y. */
  rules?: readonly (readonly [number, number, number, number])[];
  links?: readonly { box: readonly [number, number, number, number]; url: string }[];
  /** The `/Rotate` of the page. */
  rotate?: number;
  /** Other operators to draw. */
  operators?: string;
  /** Other entries of the page's resources. */
  resources?: string;
  /** Other entries of its fonts. */
  fonts?: string;
}

export interface PlacedDocument {
  /** Entries of the catalog, such as `/Lang (de)`. */
  catalog?: string;
  /** Entries of the information dictionary, such as `/Title (On bridges)`. */
  info?: string;
  /** Further objects; the first has the number that `firstOwnObject` says. */
  objects?: readonly (string | Buffer)[];
}

export const firstOwnObject = 7;
const pageHeight = 792;
const fontNames = { regular: 'F1', bold: 'F2', italic: 'F3', monospaced: 'F4' };

function contentOf({ texts, rules = [], operators = '' }: PlacedPage): string {
  const lines = rules.map(([x1, y1, x2, y2]) => `${x1} ${pageHeight - y1} m ${x2} ${pageHeight - y2} l S`);
  const words = texts.map(({ x, y, text, size = 10, font = 'regular', angle = 0 }) => {
    const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
    const escaped = text.replace(/[\\()]/g, '\\$&');
    const matrix = [cos, sin, -sin, cos, x, pageHeight - y].map((value) => value.toFixed(3)).join(' ');
    return `BT /${fontNames[font]} ${size} Tf ${matrix} Tm (${escaped}) Tj ET`;
  });
  return [...lines, ...words, operators].join('\n');
}

/** A PDF with text, lines and links at given places. */
export function placedPdf(
  pages: readonly PlacedPage[],
  { catalog = '', info = '', objects: own = [] }: PlacedDocument = {},
): Buffer {
  const bases = ['Helvetica', 'Helvetica-Bold', 'Helvetica-Oblique', 'Courier'];
  const firstPage = firstOwnObject + own.length;
  const kids = pages.map((_, n) => `${firstPage + n * 2} 0 R`).join(' ');
  const objects: (string | Buffer)[] = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    ...bases.map((name) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`),
    ...own,
  ];
  for (const [n, page] of pages.entries()) {
    const annotations = (page.links ?? []).map(({ box: [x1, y1, x2, y2], url }) => {
      const rect = `${x1} ${pageHeight - y2} ${x2} ${pageHeight - y1}`;
      return `<< /Type /Annot /Subtype /Link /Rect [${rect}] /A << /S /URI /URI (${url}) >> >>`;
    });
    const body = Buffer.from(contentOf(page), 'latin1');
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 ${pageHeight}] /Rotate ${page.rotate ?? 0} /Annots [${annotations.join(' ')}] /Contents ${firstPage + n * 2 + 1} 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R /F3 5 0 R /F4 6 0 R ${page.fonts ?? ''} >> ${page.resources ?? ''} >> >>`,
      Buffer.concat([Buffer.from(`<< /Length ${body.length} >>\nstream\n`), body, Buffer.from('\nendstream')]),
    );
  }
  objects.push(`<< ${info} >>`);
  return assemble(objects);
}

export interface UnicodeFont {
  /** For the document, which has to have them first. */
  objects: readonly string[];
  /** For the pages. */
  fonts: string;
  /** Draws texts, of which the font has all characters, from a point on. A character is half as wide as high. */
  draw(x: number, y: number, characters: readonly string[], size?: number): string;
}

/** A font that has a glyph for each of these characters, or groups of characters, and says what they mean. */
export function unicodeFont(characters: readonly string[], { isVertical = false } = {}): UnicodeFont {
  const code = (index: number) => (index + 1).toString(16).padStart(4, '0');
  const meanings = characters.map(
    (each, index) => `<${code(index)}> <${Buffer.from(each, 'utf16le').swap16().toString('hex')}>`,
  );
  const map = `/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange
${characters.length} beginbfchar ${meanings.join('\n')} endbfchar endcmap end`;
  const [font, descendant, toUnicode, descriptor] = [0, 1, 2, 3].map((n) => `${firstOwnObject + n} 0 R`);
  return {
    objects: [
      `<< /Type /Font /Subtype /Type0 /BaseFont /Any /Encoding /Identity-${isVertical ? 'V' : 'H'} /DescendantFonts [${descendant}] /ToUnicode ${toUnicode} >>`,
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Any /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} /DW ${isVertical ? 1000 : 500} >>`,
      `<< /Length ${map.length} >>\nstream\n${map}\nendstream`,
      '<< /Type /FontDescriptor /FontName /Any /Flags 4 /FontBBox [0 -200 1000 800] /Ascent 800 /Descent -200 /ItalicAngle 0 /CapHeight 700 /StemV 80 >>',
    ],
    fonts: `/U1 ${font}`,
    draw(x, y, texts, size = 12) {
      const codes = texts.map((each) => code(characters.indexOf(each))).join('');
      return `BT /U1 ${size} Tf 1 0 0 1 ${x} ${pageHeight - y} Tm <${codes}> Tj ET`;
    },
  };
}

function pdfOf(streams: readonly ContentStream[]): Buffer {
  const objects: (string | Buffer)[] = [];
  const add = (body: string | Buffer) => objects.push(body);
  const kids = streams.map((_, n) => `${4 + n * 2} 0 R`).join(' ');
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(`<< /Type /Pages /Kids [${kids}] /Count ${streams.length} >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  for (const [n, { body, filters }] of streams.entries()) {
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + n * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    );
    const filter = filters.length > 0 ? `/Filter [${filters.map((name) => `/${name}`).join(' ')}] ` : '';
    add(
      Buffer.concat([Buffer.from(`<< ${filter}/Length ${body.length} >>\nstream\n`), body, Buffer.from('\nendstream')]),
    );
  }
  add('<< /Title (On bridges) /Author (A. Mason) >>');
  return assemble(objects);
}

/** A PDF of these objects, numbered from 1; the first is the catalog and the last has the information. */
export function assemble(objects: readonly (string | Buffer)[], { trailer = '' } = {}): Buffer {
  const parts: Buffer[] = [];
  let length = 0;
  function append(part: Buffer): void {
    parts.push(part);
    length += part.length;
  }
  append(Buffer.from('%PDF-1.4\n'));
  const offsets = objects.map((body, n) => {
    const at = length;
    append(Buffer.concat([Buffer.from(`${n + 1} 0 obj\n`), Buffer.from(body), Buffer.from('\nendobj\n')]));
    return at;
  });
  const start = length;
  const entries = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  append(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`));
  const info = `/Root 1 0 R /Info ${objects.length} 0 R`;
  append(Buffer.from(`trailer << /Size ${objects.length + 1} ${info} ${trailer} >>\nstartxref\n${start}\n%%EOF`));
  return Buffer.concat(parts);
}
