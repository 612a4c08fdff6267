import { describe, expect, it } from 'vitest';
import { logoPictures, pictureAddress } from '../../../activities/branding/pictures.ts';
import { logo, seen } from './seen.ts';

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(64)]);
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="#b71c1c"/></svg>';
function content(address = '') {
  return Buffer.from(address.split(',')[1] ?? '', 'base64').toString();
}

describe('the pictures of logos', () => {
  const header = { zone: 'header', names: 'logo', linksHome: true } as const;
  const [file, drawn] = ['https://www.example.com/logo.png', `data:image/svg+xml,${encodeURIComponent(drawing)}`];

  it('are what the page has loaded, and what it has drawn', async () => {
    const evidence = seen({ logos: [logo({ ...header, url: file }), logo({ ...header, url: drawn, y: 300 })] });
    const asked: string[] = [];
    const pictures = await logoPictures(evidence, async (url) => {
      asked.push(url);
      return png;
    });
    expect(asked).toEqual([file]);
    expect(pictures.map(({ url }) => url)).toEqual([file, drawn]);
    expect(pictures[0]?.data).toBe(`data:image/png;base64,${png.toString('base64')}`);
    expect(content(pictures[1]?.data)).toContain('#b71c1c');
  });

  it('are left out where the browser has not kept them', async () => {
    const evidence = seen({ logos: [logo({ ...header, url: file })] });
    expect(await logoPictures(evidence, async () => undefined)).toEqual([]);
  });

  it('are drawings that only draw', () => {
    const bad = drawing.replace(
      '<rect',
      '<script>alert(1)</script><image href="https://evil.example/x"/><rect onload="x()"',
    );
    const clean = content(pictureAddress(Buffer.from(bad)));
    expect(clean).toContain('#b71c1c');
    expect(clean).not.toMatch(/script|evil|onload/);
  });

  it.each([
    ['a page', Buffer.from('<!doctype html><p>Not found, but said with 200')],
    ['nothing', Buffer.alloc(0)],
    ['a huge one', Buffer.concat([png, Buffer.alloc(300 * 1024)])],
  ])('are not %s', (_what, bytes) => expect(pictureAddress(bytes)).toBeUndefined());
});
