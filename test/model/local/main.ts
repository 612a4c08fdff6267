/** `npm run model:local`: serves a small language model on this machine, to try extraction without a model provider. */
import { listenForStop } from '../../../deploy/local/process/stopSignals.ts';
import { createTerminal } from '../../../deploy/local/terminal.ts';
import { ensureLocalModel } from './install.ts';
import { openRuntime } from './runtime.ts';
import { modelName, serveModel } from './server.ts';

const defaultPort = 8_089;

export async function main(args: readonly string[]): Promise<number> {
  const terminal = createTerminal(process.stdout, process.env);
  const { requested: signal } = listenForStop();
  const complete = await openRuntime(await ensureLocalModel({ env: process.env, terminal, signal }));
  const { address, close } = await serveModel(complete, Number(args[0] ?? defaultPort));
  terminal.print(
    `The model is ready. Start the service with:\n  OPENAI_BASE_URL=${address} OPENAI_MODEL=${modelName} OPENAI_CONTEXT_TOKENS=4000 npm start`,
  );
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  await close();
  return 0;
}
