import sharp, { type Sharp } from 'sharp';
import type { ImageFormat } from '../../../contracts/images/parameters.ts';
import { fitToSquare } from '../svg/box.ts';
import { resizeSvg } from '../svg/resize.ts';
import { inkColorsOf } from './inkColors.ts';
import { maxCardAspect } from './limits.ts';
import { type LoadedPicture, loadPicture } from './load.ts';
import { drawingWithLook, pixelsWithLook } from './look.ts';
import type { EncodedImage, Preview, PreviewTask, RenditionTask } from './protocol.ts';
import { rasterize } from './rasterize.ts';
import { readPixels } from './readPixels.ts';
import { contentTypes } from './sniff.ts';
import { UnreadablePicture } from './unreadablePicture.ts';

const transparent = { r: 0, g: 0, b: 0, alpha: 0 };

/** Makes an image of exactly the requested kind, size and format. */
export async function makeRendition(task: RenditionTask): Promise<EncodedImage> {
  const picture = await loadPicture(task.body);
  return task.kind === 'icon' ? iconRendition(picture, task) : cardRendition(picture, task);
}

/** An icon that is a drawing stays one, unless pixels are asked for. Other pictures are fitted into the square, enlarged if necessary. */
async function iconRendition(picture: LoadedPicture, task: RenditionTask): Promise<EncodedImage> {
  const { pixels, size, look, theme = 'light' } = task;
  if (picture.isVector) {
    const svg = look ? await drawingWithLook(picture, look, theme) : picture.svg;
    if (task.raster) return rasterIcon(svg, picture.hasText, task);
    const body = Buffer.from(resizeSvg(svg, { width: size, height: size }));
    return { body, contentType: contentTypes.svg, width: size, height: size };
  }
  if (look) return encode(await pixelsWithLook(picture.image, look, theme, pixels), task);
  const contained = picture.image.resize(pixels, pixels, {
    fit: 'contain',
    background: transparent,
    kernel: 'lanczos3',
  });
  return encode(contained.toColorspace('srgb'), task);
}

function rasterIcon(svg: string, hasText: boolean, task: RenditionTask): Promise<EncodedImage> {
  const { pixels } = task;
  const drawn = sharp(rasterize(resizeSvg(svg, { width: pixels, height: pixels }), hasText));
  return encode(drawn.toColorspace('srgb'), task);
}

/** An Open Graph image gets exactly the requested width and keeps its aspect ratio; drawings become pixels. */
async function cardRendition(picture: LoadedPicture, task: RenditionTask): Promise<EncodedImage> {
  const { pixels } = task;
  const shape = picture.isVector ? picture.box : picture;
  const height = Math.max(1, Math.round((pixels * shape.height) / shape.width));
  if (height > pixels * maxCardAspect) throw new UnreadablePicture('the picture is too tall for a card');
  const image = picture.isVector
    ? sharp(rasterize(resizeSvg(picture.svg, { width: pixels, height }), picture.hasText))
    : picture.image.resize(pixels, height, { fit: 'fill', kernel: 'lanczos3' });
  return encode(image.toColorspace('srgb'), task);
}

/** The colors of a picture are counted on a copy of at most this side. */
const measuredSide = 128;

/** Makes a PNG that shows a picture whole. A drawing becomes pixels, so that nothing of it is left that could act. */
export async function makePreview({ body, maxSide }: PreviewTask): Promise<Preview> {
  const picture = await loadPicture(body);
  const image = picture.isVector
    ? sharp(rasterize(resizeSvg(picture.svg, fitToSquare(picture.box, maxSide)), picture.hasText))
    : picture.image.resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true });
  const preview = await encode(image.toColorspace('srgb'), { format: 'png', pixels: maxSide });
  return { ...preview, inks: inkColorsOf(await readPixels(sharp(preview.body), measuredSide)) };
}

async function encode(
  image: Sharp,
  { format, pixels }: Pick<RenditionTask, 'format' | 'pixels'>,
): Promise<EncodedImage> {
  const { data, info } = await withFormat(image, format, pixels).toBuffer({ resolveWithObject: true });
  return {
    body: data,
    contentType: contentTypes[format === 'jpg' ? 'jpeg' : format],
    width: info.width,
    height: info.height,
  };
}

function withFormat(image: Sharp, format: ImageFormat, pixels: number): Sharp {
  switch (format) {
    case 'png':
      return image.png({ compressionLevel: 7 });
    case 'webp':
      // Above 512 pixels the encoder's better settings take a second longer and save a few percent.
      return image.webp(pixels <= 512 ? { quality: 90, smartSubsample: true, effort: 4 } : { quality: 88, effort: 2 });
    case 'jpg':
      return image.flatten({ background: '#ffffff' }).jpeg({ quality: 90, chromaSubsampling: '4:4:4' });
  }
}
