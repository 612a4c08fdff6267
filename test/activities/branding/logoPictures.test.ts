import { describe, expect, it } from 'vitest';
import { logoPictures, pictureDataUrl } from '../../../activities/branding/logoPictures.ts';
import { evidenceWith, logo } from './support/evidence.ts';

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(64)]);
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="#b71c1c"/></svg>';
function content(address = '') {
  return Buffer.from(address.split(',')[1] ?? '', 'base64').toString();
}

describe('logo pictures', () => {
  const header = { zone: 'header', names: 'logo', linksHome: true } as const;
  const [file, drawn] = ['https://www.example.com/logo.png', `data:image/svg+xml,${encodeURIComponent(drawing)}`];

  it('are loaded files and inline drawings', async () => {
    const evidence = evidenceWith({ logos: [logo({ ...header, url: file }), logo({ ...header, url: drawn, y: 300 })] });
    const requests: string[] = [];
    const pictures = await logoPictures(evidence, async (url) => {
      requests.push(url);
      return png;
    });
    expect(requests).toEqual([file]);
    expect(pictures.map(({ url }) => url)).toEqual([file, drawn]);
    expect(pictures[0]?.data).toBe(`data:image/png;base64,${png.toString('base64')}`);
    expect(content(pictures[1]?.data)).toContain('#b71c1c');
  });

  it('are left out if the browser has not kept them', async () => {
    const evidence = evidenceWith({ logos: [logo({ ...header, url: file })] });
    expect(await logoPictures(evidence, async () => undefined)).toEqual([]);
  });

  it('are sanitized if they are drawings', () => {
    const bad = drawing.replace(
      '<rect',
      '<script>alert(1)</script><image href="https://evil.example/x"/><rect onload="x()"',
    );
    const clean = content(pictureDataUrl(Buffer.from(bad)));
    expect(clean).toContain('#b71c1c');
    expect(clean).not.toMatch(/script|evil|onload/);
  });

  it.each([
    ['an HTML page', Buffer.from('<!doctype html><p>Not found, but said with 200')],
    ['an empty file', Buffer.alloc(0)],
    ['a huge picture', Buffer.concat([png, Buffer.alloc(300 * 1024)])],
  ])('are not made from %s', (_what, bytes) => expect(pictureDataUrl(bytes)).toBeUndefined());
});
