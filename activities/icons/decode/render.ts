import sharp, { type Sharp } from 'sharp';
import type { ImageFormat } from '../../../contracts/images/parameters.ts';
import { sized } from '../svg/sized.ts';
import { tallestCard } from './limits.ts';
import { type OpenedPicture, openPicture, Unreadable } from './open.ts';
import type { Rendered, RenderTask } from './protocol.ts';
import { rasterize } from './rasterize.ts';
import { contentTypes } from './sniff.ts';

const clear = { r: 0, g: 0, b: 0, alpha: 0 };

/** Makes the very picture that was asked for. */
export async function render(task: RenderTask): Promise<Rendered> {
  const opened = await openPicture(task.body);
  return task.kind === 'icon' ? renderIcon(opened, task) : renderCard(opened, task);
}

/** An icon that is a drawing stays one. Pixels are contained in their square, enlarged where they are too few. */
async function renderIcon(opened: OpenedPicture, task: RenderTask): Promise<Rendered> {
  const { pixels, size } = task;
  if (opened.vector) {
    const body = Buffer.from(sized(opened.svg, { width: size, height: size }));
    return { body, contentType: contentTypes.svg, width: size, height: size };
  }
  const contained = opened.image.resize(pixels, pixels, { fit: 'contain', background: clear, kernel: 'lanczos3' });
  return written(contained.toColourspace('srgb'), task);
}

/** An Open Graph image has exactly the width asked for and keeps its shape; drawings become pixels. */
async function renderCard(opened: OpenedPicture, task: RenderTask): Promise<Rendered> {
  const { pixels } = task;
  const shape = opened.vector ? opened.box : opened;
  const height = Math.max(1, Math.round((pixels * shape.height) / shape.width));
  if (height > pixels * tallestCard) throw new Unreadable('the picture is too tall for a card');
  const image = opened.vector
    ? sharp(rasterize(sized(opened.svg, { width: pixels, height }), opened.hasText))
    : opened.image.resize(pixels, height, { fit: 'fill', kernel: 'lanczos3' });
  return written(image.toColourspace('srgb'), task);
}

async function written(image: Sharp, { format, pixels }: RenderTask): Promise<Rendered> {
  const { data, info } = await encoded(image, format, pixels).toBuffer({ resolveWithObject: true });
  return {
    body: data,
    contentType: contentTypes[format === 'jpg' ? 'jpeg' : format],
    width: info.width,
    height: info.height,
  };
}

function encoded(image: Sharp, format: ImageFormat, pixels: number): Sharp {
  switch (format) {
    case 'png':
      return image.png({ compressionLevel: 7 });
    case 'webp':
      // Above this the encoder's finer choices cost a second and save a few per cent.
      return image.webp(pixels <= 512 ? { quality: 90, smartSubsample: true, effort: 4 } : { quality: 88, effort: 2 });
    case 'jpg':
      return image.flatten({ background: '#ffffff' }).jpeg({ quality: 90, chromaSubsampling: '4:4:4' });
  }
}
