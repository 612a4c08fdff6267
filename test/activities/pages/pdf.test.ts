import { expect, it } from 'vitest';
import { pageOf } from './pageOf.ts';

/** A PDF written by hand: pages of lines, 14 points apart. */
function pdf(pages: readonly (readonly string[])[], extra = ''): Buffer {
  const objects: string[] = [];
  const add = (body: string) => objects.push(body);
  const kids = pages.map((_, n) => `${4 + n * 2} 0 R`).join(' ');
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  for (const [n, lines] of pages.entries()) {
    const text = lines.map((line) => `(${line}) Tj 0 -14 Td`).join('\n');
    const stream = `BT /F1 12 Tf 72 720 Td\n${text}\nET`;
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + n * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    );
    add(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`);
  }
  add('<< /Title (On bridges) /Author (A. Mason) >>');
  let out = '%PDF-1.4\n';
  const offsets = objects.map((body, n) => {
    const at = out.length;
    out += `${n + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const start = out.length;
  out += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')}`;
  out += `trailer << /Size ${objects.length + 1} /Root 1 0 R /Info ${objects.length} 0 R ${extra}>>\nstartxref\n${start}\n%%EOF`;
  return Buffer.from(out, 'latin1');
}

it('reads the text, title and author of a PDF, whatever its content type is', { timeout: 60_000 }, async () => {
  const page = await pageOf(pdf([['The first line', 'and the second.'], ['Page two.']]), {
    contentType: 'application/octet-stream',
  });
  expect(page.markdown).toBe('The first line\nand the second.\n\nPage two.');
  expect(page.metadata).toEqual({ title: 'On bridges', author: 'A. Mason' });
  expect(page.links).toEqual([]);
});

it('refuses a PDF without text', async () => {
  await expect(pageOf(pdf([[]]), { contentType: 'application/pdf' })).rejects.toMatchObject({
    kind: 'PageNotText',
    message: expect.stringContaining('without text'),
  });
});

it('refuses a damaged PDF', async () => {
  const broken = Buffer.from(`%PDF-1.7\n${'garbage '.repeat(100)}`);
  await expect(pageOf(broken, { contentType: 'application/pdf' })).rejects.toMatchObject({
    kind: 'PageNotText',
    message: expect.stringContaining('damaged'),
  });
});
