import { Failure } from '../../../../contracts/failures.ts';
import { createThreadPool, ThreadTerminated } from '../../../../runtime/threads/pool.ts';
import type { CompressedText } from '../../../../storage/concatenableGzip.ts';
import type { AnswerView } from './answerView.ts';
import type { AnswerInput, ItemView } from './viewTasks.ts';

const threads = 2;
/** Many times what the largest ordinary page takes, and the start of a new thread. */
const timeoutMs = 3_000;
const memoryLimitMb = 256;

/** An item, and its markdown as HTML if it has any that can be rendered in time. */
export interface RenderedItem extends ItemView {
  rendered?: string | undefined;
}

export interface ResultViews {
  item(content: CompressedText): Promise<RenderedItem>;
  /** The answer of an extraction, as JSON, and the page that it was worked out from. */
  answer(input: AnswerInput): Promise<AnswerView>;
  close(): Promise<void>;
}

/** Prepares results for the dashboard. Whatever a site has put into them, other requests are answered meanwhile. */
export function openResultViews(): ResultViews {
  const task = new URL(`./viewTasks${import.meta.url.slice(-3)}`, import.meta.url);
  const pool = createThreadPool({ task, threads, timeoutMs, memoryLimitMb });

  /** Undefined if the thread was terminated. */
  function run<T>(name: string, input: unknown): Promise<T | undefined> {
    return pool.run<T>(name, input).catch((error: unknown) => {
      if (error instanceof ThreadTerminated) return undefined;
      throw error;
    });
  }

  return {
    async item(content) {
      const [view, rendered] = await Promise.all([
        run<ItemView>('viewItem', content),
        run<string | undefined>('renderMarkdown', content),
      ]);
      return { ...required(view), rendered };
    },
    answer: async (input) => required(await run<AnswerView>('viewAnswer', input)),
    close: () => pool.close(),
  };
}

function required<T>(view: T | undefined): T {
  if (view === undefined)
    throw new Failure('PageTooLarge', 'This result is too large to be shown here; the API returns it.');
  return view;
}
