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

function assemble(objects: readonly (string | Buffer)[]): Buffer {
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
  append(Buffer.from(`trailer << /Size ${objects.length + 1} ${info} >>\nstartxref\n${start}\n%%EOF`));
  return Buffer.concat(parts);
}
