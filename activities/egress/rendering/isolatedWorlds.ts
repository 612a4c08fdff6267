import type { CDPSession, Protocol } from 'puppeteer';
import { scriptGlobal } from './inPageScript.ts';

/** Runs our script beside the scripts of a page: it sees the same document, but none of the page's own functions. */
export interface IsolatedWorlds {
  /** Calls a function that the script exports. */
  call<Result>(frameId: string, name: string, ...args: Protocol.Runtime.CallArgument[]): Promise<Result>;
  /** The frames of the page. Their ids change when the page navigates to another site. */
  frameTree(): Promise<Protocol.Page.FrameTree>;
  /** The element of the frame, as an argument for a call in the frame that contains it. */
  ownerOf(frameId: string, parentId: string): Promise<Protocol.Runtime.CallArgument>;
}

const worldName = 'sightread';

export function createIsolatedWorlds(session: CDPSession, loadScript: () => Promise<string>): IsolatedWorlds {
  const contexts = new Map<string, number>();

  async function contextOf(frameId: string): Promise<number> {
    const known = contexts.get(frameId);
    if (known !== undefined) return known;
    const [{ executionContextId: contextId }, expression] = await Promise.all([
      session.send('Page.createIsolatedWorld', { frameId, worldName }),
      loadScript(),
    ]);
    await session.send('Runtime.evaluate', { expression, contextId });
    contexts.set(frameId, contextId);
    return contextId;
  }

  return {
    frameTree: async () => (await session.send('Page.getFrameTree')).frameTree,
    async call<Result>(frameId: string, name: string, ...args: Protocol.Runtime.CallArgument[]): Promise<Result> {
      const executionContextId = await contextOf(frameId);
      const answer = session.send('Runtime.callFunctionOn', {
        executionContextId,
        functionDeclaration: `(...args) => ${scriptGlobal}.${name}(...args)`,
        arguments: args,
        returnByValue: true,
        awaitPromise: true,
      });
      const { result, exceptionDetails } = await answer.catch((error: unknown) => {
        // The frame has navigated, and its next document has a world of its own.
        contexts.delete(frameId);
        throw error;
      });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    },
    async ownerOf(frameId, parentId) {
      const executionContextId = await contextOf(parentId);
      const { backendNodeId } = await session.send('DOM.getFrameOwner', { frameId });
      const { object } = await session.send('DOM.resolveNode', { backendNodeId, executionContextId });
      return object.objectId === undefined ? {} : { objectId: object.objectId };
    },
  };
}

/** Whether an error means that the document was replaced while it was read. */
export function hasNavigated(error: unknown): boolean {
  return (
    error instanceof Error &&
    /context was destroyed|cannot find (?:default )?(?:execution )?context|uniquecontextid|navigated or closed|no frame (?:for|with) given id|cannot find context/i.test(
      error.message,
    )
  );
}
