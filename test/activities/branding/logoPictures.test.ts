import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { logoPictures, showPicture } from '../../../activities/branding/logoPictures.ts';
import { createDecoderPool } from '../../../activities/icons/decode/pool.ts';
import { evidenceWith, logo } from './support/evidence.ts';

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><rect width="20" height="10" fill="#b71c1c"/></svg>';
const png = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#1c1cb7' } })
  .png()
  .toBuffer();

describe('logo pictures', () => {
  const decoder = createDecoderPool({ processes: 1, inspectTimeoutMs: 60_000 });
  afterAll(() => decoder.close());
  const header = { zone: 'header', names: 'logo', linksHome: true } as const;
  const [file, drawn] = ['https://www.example.com/logo.png', `data:image/svg+xml,${encodeURIComponent(drawing)}`];

  /** The size and the color of a picture in a `data:` URL, which has to be a PNG. */
  async function shown(address = '') {
    expect(address).toMatch(/^data:image\/png;base64,/);
    const image = sharp(Buffer.from(address.split(',')[1] ?? '', 'base64'));
    const { width, height } = await image.metadata();
    const { channels } = await image.stats();
    return { width, height, color: channels.slice(0, 3).map(({ mean }) => Math.round(mean)) };
  }

  it('are loaded files and inline drawings, in pixels', async () => {
    const evidence = evidenceWith({ logos: [logo({ ...header, url: file }), logo({ ...header, url: drawn, y: 300 })] });
    const requests: string[] = [];
    async function readResource(url: string) {
      requests.push(url);
      return png;
    }
    const pictures = await logoPictures(evidence, { readResource, decoder });
    expect(requests).toEqual([file]);
    expect(pictures.map(({ url }) => url)).toEqual([file, drawn]);
    expect(await shown(pictures[0]?.data)).toEqual({ width: 30, height: 20, color: [0x1c, 0x1c, 0xb7] });
    expect(await shown(pictures[1]?.data)).toEqual({ width: 640, height: 320, color: [0xb7, 0x1c, 0x1c] });
    expect(pictures[1]?.inks).toEqual([{ hex: '#b71c1c', share: 1 }]);
  });

  it('are left out if the browser has not kept them', async () => {
    const evidence = evidenceWith({ logos: [logo({ ...header, url: file })] });
    expect(await logoPictures(evidence, { readResource: async () => undefined, decoder })).toEqual([]);
  });

  it('leave nothing of a drawing that could run, fetch or multiply', async () => {
    const acting = drawing.replace(
      '<rect',
      '<script>alert(1)</script><image href="https://evil.example/x"/><rect onload="x()"',
    );
    expect(await shown((await showPicture(Buffer.from(acting), decoder))?.data)).toMatchObject({
      color: [0xb7, 0x1c, 0x1c],
    });
    const multiplying = drawing.replace('<rect', `<style>*{mask:url(#m)}</style><mask id="m"><rect/></mask><rect`);
    expect(await showPicture(Buffer.from(multiplying), decoder)).toBeUndefined();
  });

  it.each([
    ['an HTML page', Buffer.from('<!doctype html><p>Not found, but said with 200')],
    ['an empty file', Buffer.alloc(0)],
    ['a broken picture', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(64)])],
    ['a huge picture', Buffer.concat([png, Buffer.alloc(300 * 1024)])],
  ])('are not made from %s', async (_what, bytes) => expect(await showPicture(bytes, decoder)).toBeUndefined());
});
