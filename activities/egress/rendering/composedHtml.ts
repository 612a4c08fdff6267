import type { Protocol } from 'puppeteer';
import { parse } from 'tldts';
import { withTimeout } from '../../../runtime/timeLimit.ts';
import { tooLarge } from '../limitFailures.ts';
import type { FrameContent, SerializedDocument } from './inPageApi.ts';
import type { IsolatedWorlds } from './isolatedWorlds.ts';

type FrameTree = Protocol.Page.FrameTree;

const maxFrames = 20;
/** Frames inside frames. */
const maxFrameDepth = 3;
/** Frames that take longer are left out. */
const framesTimeoutMs = 2_000;

/** The HTML of a page with its shadow roots and with the frames of its own site. */
export async function composedHtml(worlds: IsolatedWorlds, maxBytes: number): Promise<string> {
  const frameTree = await worlds.frameTree();
  const until = Date.now() + framesTimeoutMs;
  let framesLeft = maxFrames;
  let bytesLeft = maxBytes;

  /** The frames of the page's own site that are displayed in a frame, with their elements. */
  async function innerFrames(parent: FrameTree): Promise<{ frame: FrameTree; owner: Protocol.Runtime.CallArgument }[]> {
    const children = (parent.childFrames ?? []).filter(({ frame }) => isSameSite(frame.url, frameTree.frame.url));
    if (children.length === 0 || framesLeft <= 0) return [];
    const candidates = await Promise.all(
      children.slice(0, framesLeft).map(async (frame) => ({
        frame,
        owner: await worlds.ownerOf(frame.frame.id, parent.frame.id),
      })),
    );
    const readable = await worlds.call<boolean[]>(
      parent.frame.id,
      'areReadable',
      ...candidates.map(({ owner }) => owner),
    );
    return candidates.filter((_, at) => readable[at]);
  }

  async function contentOf(tree: FrameTree, depth: number): Promise<FrameContent | undefined> {
    const contents: FrameContent[] = [];
    const owners: Protocol.Runtime.CallArgument[] = [];
    const inner = depth < maxFrameDepth ? await limited(innerFrames(tree)) : [];
    for (const { frame, owner } of inner ?? []) {
      if (framesLeft-- <= 0) break;
      const content = await limited(contentOf(frame, depth + 1));
      if (!content) continue;
      contents.push(content);
      owners.push(owner);
    }
    const answer = await worlds.call<SerializedDocument>(
      tree.frame.id,
      'serialize',
      { value: bytesLeft },
      { value: contents },
      ...owners,
    );
    if ('isTooLarge' in answer) return undefined;
    if (depth > 0) bytesLeft -= answer.html.length;
    return answer;
  }

  /** A frame that cannot be read, or not in time, is left out. */
  function limited<Result>(work: Promise<Result>): Promise<Result | undefined> {
    return withTimeout(Math.max(1, until - Date.now()), work, 'the frames took too long').catch(() => undefined);
  }

  const content = await contentOf(frameTree, 0);
  if (!content || Buffer.byteLength(content.html) > maxBytes) throw tooLarge(maxBytes);
  return content.html;
}

/** A frame without an address of its own, `about:srcdoc`, was written by the page. */
function isSameSite(url: string, pageUrl: string): boolean {
  if (url.startsWith('about:')) return true;
  const [frame, page] = [parse(url), parse(pageUrl)];
  return frame.hostname !== null && (frame.domain ?? frame.hostname) === (page.domain ?? page.hostname);
}
