/** Types for the part of node-llama-cpp that is used here: it is loaded from the cache folder, where TypeScript finds none. */
import { pathToFileURL } from 'node:url';

interface Grammar {
  readonly grammar: string;
}
interface Sequence {
  dispose(): void;
}
interface LlamaContext {
  getSequence(): Sequence;
}
interface LlamaModel {
  createContext(options: { contextSize: number; threads: number; sequences: number }): Promise<LlamaContext>;
  tokenize(text: string): unknown[];
}
interface Llama {
  loadModel(options: { modelPath: string }): Promise<LlamaModel>;
  createGrammarForJsonSchema(schema: unknown): Promise<Grammar>;
  getGrammarFor(type: 'json'): Promise<Grammar>;
}
export type HistoryItem = { type: 'system' | 'user'; text: string } | { type: 'model'; response: string[] };
interface Session {
  setChatHistory(history: HistoryItem[]): void;
  promptWithMeta(
    text: string,
    options: {
      grammar?: Grammar;
      maxTokens: number;
      temperature: number;
      signal: AbortSignal;
      stopOnAbortSignal: boolean;
      repeatPenalty: { penalty: number };
    },
  ): Promise<{ responseText: string; stopReason: string }>;
  dispose(): void;
}
interface Runtime {
  getLlama(options: { gpu: false; build: 'never'; progressLogs: false; logLevel: 'error' }): Promise<Llama>;
  LlamaChatSession: new (options: { contextSequence: Sequence; systemPrompt?: string }) => Session;
}

const contextSize = 8_192;

export interface Completion {
  text: string;
  isCutOff: boolean;
  promptTokens: number;
  completionTokens: number;
}

export type Complete = (
  history: HistoryItem[],
  prompt: string,
  options: { schema: unknown; isJson: boolean; maxTokens: number; signal: AbortSignal },
) => Promise<Completion>;

/** Loads the model. Completions run one after the other, on one thread. */
export async function openRuntime({ runtime, modelPath }: { runtime: string; modelPath: string }): Promise<Complete> {
  const { getLlama, LlamaChatSession }: Runtime = await import(pathToFileURL(runtime).href);
  const llama = await getLlama({ gpu: false, build: 'never', progressLogs: false, logLevel: 'error' });
  const model = await llama.loadModel({ modelPath });
  // Several threads wait for each other by spinning, which is many times slower on a busy machine.
  const context = await model.createContext({ contextSize, threads: 1, sequences: 1 });
  let last: Promise<unknown> = Promise.resolve();

  return (history, prompt, { schema, isJson, maxTokens, signal }) => {
    async function complete(): Promise<Completion> {
      signal.throwIfAborted();
      const grammar = schema
        ? await llama.createGrammarForJsonSchema(schema)
        : isJson
          ? await llama.getGrammarFor('json')
          : undefined;
      const contextSequence = context.getSequence();
      const session = new LlamaChatSession({ contextSequence });
      try {
        session.setChatHistory(history);
        const { responseText, stopReason } = await session.promptWithMeta(prompt, {
          ...(grammar && { grammar }),
          maxTokens,
          temperature: 0,
          signal,
          stopOnAbortSignal: false,
          // Without the penalty a model this small repeats itself without end.
          repeatPenalty: { penalty: 1.1 },
        });
        const promptTokens = model.tokenize(JSON.stringify(history) + prompt).length;
        return {
          text: responseText,
          isCutOff: stopReason === 'maxTokens',
          promptTokens,
          completionTokens: model.tokenize(responseText).length,
        };
      } finally {
        session.dispose();
        contextSequence.dispose();
      }
    }
    const completion = last.then(complete, complete);
    last = completion.catch(() => {});
    return completion;
  };
}
