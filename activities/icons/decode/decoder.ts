import sharp from 'sharp';
import { inspect } from './inspect.ts';
import { UnreadablePicture } from './load.ts';
import {
  asBuffer,
  type EncodedImage,
  type Inspection,
  type InspectTask,
  type PreviewTask,
  type RenditionTask,
} from './protocol.ts';
import { makePreview, makeRendition } from './rendition.ts';

/** The tasks of a decoder process, the only place where native code reads pictures from the web. */
restrictLibvips();

export function inspectPicture(task: InspectTask): Promise<Inspection> {
  return withProblem(inspect({ ...task, body: asBuffer(task.body) }));
}

export function renderPicture(task: RenditionTask): Promise<EncodedImage> {
  return withProblem(makeRendition({ ...task, body: asBuffer(task.body) }));
}

export function previewPicture(task: PreviewTask): Promise<EncodedImage> {
  return withProblem(makePreview({ ...task, body: asBuffer(task.body) }));
}

/** Allows only libvips loaders for formats that browsers show, and only from memory, never from files. */
function restrictLibvips(): void {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif'].map((loader) => `VipsForeignLoad${loader}Buffer`),
  });
}

/** The message of what it throws can be shown to people. */
async function withProblem<T>(decoding: Promise<T>): Promise<T> {
  try {
    return await decoding;
  } catch (error) {
    if (error instanceof UnreadablePicture) throw error;
    const detail = error instanceof Error ? error.message.split('\n')[0] : 'unknown';
    throw new Error(`the picture cannot be decoded (${detail})`);
  }
}
