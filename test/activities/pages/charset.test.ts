import { describe, expect, it } from 'vitest';
import { decodeBody } from '../../../activities/pages/charset.ts';

function bytes(...values: number[]): Buffer {
  return Buffer.from(values);
}

function html(head: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`<html><head>${head}</head><body>`), body]);
}

describe('decoding a body', () => {
  it('follows the HTTP header', () => {
    expect(decodeBody(bytes(0x63, 0x61, 0x66, 0xe9), 'text/html; charset=ISO-8859-1').text).toBe('café');
    expect(decodeBody(bytes(0x93, 0xfa, 0x96, 0x7b), 'text/html; charset="Shift_JIS"').text).toBe('日本');
    expect(decodeBody(bytes(0xb0, 0xa1, 0xb3, 0xaa), 'text/html;charset=euc-kr').text).toBe('가나');
    expect(decodeBody(bytes(0xa4, 0xa4, 0xa4, 0xe5), 'text/html;charset=big5').text).toBe('中文');
    expect(decodeBody(bytes(0xd6, 0xd0, 0xce, 0xc4), 'text/html;charset=gb18030').text).toBe('中文');
  });

  it('prefers a byte order mark to the HTTP header', () => {
    const utf16 = Buffer.concat([bytes(0xff, 0xfe), Buffer.from('<p>žluť</p>', 'utf16le')]);
    expect(decodeBody(utf16, 'text/html; charset=utf-8').text).toBe('<p>žluť</p>');
    expect(
      decodeBody(Buffer.concat([bytes(0xef, 0xbb, 0xbf), Buffer.from('é')]), 'text/html; charset=latin1').text,
    ).toBe('é');
  });

  it('follows the declaration in the page if the HTTP header has none', () => {
    expect(decodeBody(html('<meta charset=windows-1251>', bytes(0xcf, 0xf0, 0xe8)), 'text/html').text).toContain('При');
    const equiv = '<meta http-equiv="Content-Type" content="text/html; charset=EUC-JP">';
    expect(decodeBody(html(equiv, bytes(0xc6, 0xfc, 0xcb, 0xdc))).text).toContain('日本');
    const xml = Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="iso-8859-2"?><a>'),
      bytes(0xb9),
      Buffer.from('</a>'),
    ]);
    expect(decodeBody(xml, 'application/xml').text).toContain('š');
  });

  it('recognizes UTF-16 without byte order mark and header', () => {
    expect(decodeBody(Buffer.from('<!doctype html><p>hello', 'utf16le')).text).toBe('<!doctype html><p>hello');
  });

  it('detects the charset from the bytes if nothing declares it', () => {
    expect(decodeBody(Buffer.from('naïve café'), 'text/html').text).toBe('naïve café');
    const russian = Buffer.concat(
      Array.from({ length: 40 }, () => bytes(0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x20, 0xec, 0xe8, 0xf0, 0x20)),
    );
    expect(decodeBody(russian, 'text/html').text).toContain('Привет мир');
  });

  it('ignores a declared charset that makes the text unreadable', () => {
    const latin = Buffer.concat([
      Buffer.from('<p>'),
      ...Array.from({ length: 30 }, () => bytes(0xe9, 0x74, 0xe9, 0x20)),
    ]);
    expect(decodeBody(latin, 'text/html; charset=utf-8').text).toContain('été');
  });
});
