import sharp from 'sharp';
import { inspect } from './inspect.ts';
import {
  asBuffer,
  type EncodedImage,
  type Inspection,
  type InspectTask,
  type Preview,
  type PreviewTask,
  type RenditionTask,
} from './protocol.ts';
import { makePreview, makeRendition } from './rendition.ts';
import { restrictLibvips } from './restrictLibvips.ts';
import { UnreadablePicture } from './unreadablePicture.ts';

/** The tasks of a decoder process, the only place where native code reads pictures from the web. */
restrictLibvips(sharp);

export function inspectPicture(task: InspectTask): Promise<Inspection> {
  return withProblem(inspect({ ...task, body: asBuffer(task.body) }));
}

export function renderPicture(task: RenditionTask): Promise<EncodedImage> {
  return withProblem(makeRendition({ ...task, body: asBuffer(task.body) }));
}

export function previewPicture(task: PreviewTask): Promise<Preview> {
  return withProblem(makePreview({ ...task, body: asBuffer(task.body) }));
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
