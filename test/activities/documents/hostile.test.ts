import { describe, expect, it } from 'vitest';
import { docx, openDocument, xlsx } from '../../support/office.ts';
import { zip } from '../../support/zip.ts';
import { pageOf } from '../pages/pageOf.ts';

const megabyte = 1024 * 1024;

describe('a hostile document', () => {
  it('is stopped while it unpacks, also if it lies about its size', async () => {
    const bomb = Buffer.alloc(200 * megabyte, ' ');
    const honest = docx('', { 'word/document.xml': bomb });
    expect(honest.length).toBeLessThan(megabyte);
    await expect(pageOf(honest)).rejects.toThrow('The document unpacks to more than 128 MB.');
    const lying = docx('', { 'word/document.xml': bomb }, { claimedSize: 10 });
    await expect(pageOf(lying)).rejects.toThrow(/damaged|unpacks to more/);
  });

  it('gets no entity expanded and no file included', async () => {
    const entities = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/hostname">]>`;
    const content = `${entities}<office:document-content xmlns:office="o" xmlns:text="t"><office:body><office:text><text:p>before &b;&f; after</text:p></office:text></office:body></office:document-content>`;
    const { markdown = '' } = await pageOf(openDocument('text', '', { 'content.xml': content }));
    expect(markdown).toContain('before');
    expect(markdown.length).toBeLessThan(100);
  });

  it('cannot make a sheet of a million rows by a number', async () => {
    const page = await pageOf(
      openDocument(
        'spreadsheet',
        `<table:table table:name="T"><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell></table:table-row></table:table>`,
      ),
    );
    expect(page.warning).toContain('more rows than are shown');
    const far = xlsx({
      S: '<sheetData><row r="1048576"><c r="A1048576"><v>1</v></c></row><row r="1"><c r="XFD1"><v>1</v></c></row></sheetData>',
    });
    await expect(pageOf(far)).rejects.toThrow('nothing in its cells');
  });

  it('is a clear error if it is encrypted, old, damaged or only an archive', async () => {
    const ole = (text: string) => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from(text, 'utf16le')]);
    await expect(pageOf(ole('EncryptedPackage'))).rejects.toThrow('The document is protected by a password.');
    await expect(pageOf(ole('WordDocument'))).rejects.toThrow('from before 2007');
    await expect(pageOf(docx('', {}, { isEncrypted: true }))).rejects.toThrow('protected by a password');
    await expect(pageOf(docx('<w:p/>').subarray(0, 200))).rejects.toThrow('The document is damaged');
    await expect(pageOf(zip({ 'a.txt': 'text' }))).rejects.toThrow(
      'The page is a ZIP archive, which has no text to read.',
    );
    await expect(pageOf(docx('', { 'word/document.xml': '<w:document' }))).rejects.toThrow(/damaged/);
  });

  it('runs no script and names no address of its own', async () => {
    const page = await pageOf(
      openDocument(
        'text',
        '<text:p><text:a xlink:href="javascript:alert(1)">click</text:a> &lt;script>alert(1)&lt;/script></text:p>',
      ),
    );
    expect(page.html).not.toMatch(/javascript:|<script/);
  });
});
