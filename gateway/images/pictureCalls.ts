import type { PictureOrigin } from '../../contracts/images/source.ts';
import type { CallAnswer, FoundPicture } from '../../contracts/work/calls.ts';
import { refreshWorkflowId } from '../../contracts/work/ids.ts';
import type { Brand, RefreshWork, RenderWork } from '../../contracts/work/images.ts';
import type { WorkerCalls } from '../calls/calls.ts';

/** A rendition as a worker has made it. */
interface CalledPicture {
  from: PictureOrigin;
  body: Buffer;
}

export interface PictureCalls {
  /** Searches for the picture of a domain; undefined if there is none. Goes on if nobody waits for it any more. */
  find(work: RefreshWork): Promise<CalledPicture | undefined>;
  /** Makes a rendition of a known picture. */
  render(work: RenderWork): Promise<CalledPicture | undefined>;
  /** Draws the pixels of the fallback of a domain without a picture. */
  drawFallback(work: RenderWork): Promise<Buffer | undefined>;
  /** The brands with a curated mark whose names are like this text. */
  findBrands(text: string, limit: number): Promise<readonly Brand[]>;
}

const renderTimeoutMs = 10_000;

/** What the image API asks of workers. A domain is always the same worker's, so callers on several gateways share a search. */
export function createPictureCalls(calls: Pick<WorkerCalls, 'call'>): PictureCalls {
  return {
    async find(work) {
      const goesOn = new AbortController();
      return pictureOf(
        await calls.call('image', 'findPicture', work, { signal: goesOn.signal, key: refreshWorkflowId(work) }),
      );
    },
    async render(work) {
      const signal = AbortSignal.timeout(renderTimeoutMs);
      return pictureOf(await calls.call('image', 'renderPicture', work, { signal, key: work.domain }));
    },
    async findBrands(text, limit) {
      const signal = AbortSignal.timeout(renderTimeoutMs);
      return (await calls.call('image', 'findBrands', { text, limit }, { signal })).value ?? [];
    },
    async drawFallback(work) {
      const signal = AbortSignal.timeout(renderTimeoutMs);
      return (await calls.call('image', 'drawFallback', work, { signal, key: work.domain })).content;
    },
  };
}

function pictureOf({ value, content }: CallAnswer<FoundPicture>): CalledPicture | undefined {
  return value && content && { from: value.from, body: content };
}
