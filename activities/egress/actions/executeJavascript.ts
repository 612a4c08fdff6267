import type { CDPSession, Page, Protocol } from 'puppeteer';
import type { ActionResults } from '../../../contracts/results/actions.ts';
import { hasNavigated } from '../rendering/isolatedWorlds.ts';
import { ActionProblem } from './actionProblem.ts';

export type JavascriptReturn = ActionResults['javascriptReturns'][number];

const nothing: JavascriptReturn = { type: 'undefined', value: null };
const maxMessageLength = 300;

/**
 * Runs in the page, so that a value that is too large never leaves it. The length of a string is the one thing that a
 * hostile page cannot lie about.
 */
const serialize = `async function (maxLength) {
  const value = await this.result;
  const text = JSON.stringify(value);
  const isText = typeof text === 'string';
  return { type: typeof value, length: isText ? text.length : 0, text: isText && text.length <= maxLength ? text : 'null' };
}`;

/** Runs a script in the page and returns what it gives, if that is no longer than `maxLength` as JSON. */
export async function executeJavascript(page: Page, script: string, maxLength: number): Promise<JavascriptReturn> {
  const session = await page.createCDPSession();
  try {
    await session.send('Runtime.enable');
    const running = await evaluate(session, await asProgram(session, script));
    if (running.objectId === undefined) return nothing;
    const { result, exceptionDetails } = await session.send('Runtime.callFunctionOn', {
      objectId: running.objectId,
      functionDeclaration: serialize,
      arguments: [{ value: maxLength }],
      awaitPromise: true,
      returnByValue: true,
      userGesture: true,
    });
    if (exceptionDetails) throw scriptProblem(exceptionDetails);
    return returned(result.value, maxLength);
  } catch (error) {
    // The script has left its page, and with it whatever it would have returned.
    if (hasNavigated(error)) return nothing;
    throw error;
  } finally {
    await session.detach().catch(() => {});
  }
}

/** A script that has an `await` or a `return` outside of functions is put into one. */
async function asProgram(session: CDPSession, script: string): Promise<string> {
  for (const program of [script, `(async () => (\n${script}\n))()`, `(async () => {\n${script}\n})()`]) {
    const compiled = { expression: program, sourceURL: '', persistScript: false };
    if (!(await session.send('Runtime.compileScript', compiled)).exceptionDetails) return program;
  }
  return script;
}

/** In an object, because the browser would send a string as it is, however long; `eval` gives the last expression. */
async function evaluate(session: CDPSession, program: string): Promise<Protocol.Runtime.RemoteObject> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: `({ result: (0, eval)(${JSON.stringify(program)}) })`,
    // Also where the page forbids it to its own scripts.
    allowUnsafeEvalBlockedByCSP: true,
    userGesture: true,
  });
  if (exceptionDetails) throw scriptProblem(exceptionDetails);
  return result;
}

function scriptProblem({ exception, text }: Protocol.Runtime.ExceptionDetails): ActionProblem {
  const thrown = exception?.description ?? (exception?.value === undefined ? text : String(exception.value));
  return new ActionProblem(`the script failed: ${(thrown.split('\n', 1)[0] ?? '').slice(0, maxMessageLength)}`);
}

function returned(value: { type?: unknown; length?: unknown; text?: unknown }, maxLength: number): JavascriptReturn {
  const { type, length, text } = value;
  if (Number(length) > maxLength)
    throw new ActionProblem(`the script returned more than ${maxLength >> 10} KiB of JSON; return a part of it`);
  // The page may have replaced the functions that this comes from.
  if (typeof type !== 'string' || typeof text !== 'string' || text.length > maxLength) return nothing;
  try {
    return { type: type.slice(0, 20), value: JSON.parse(text) };
  } catch {
    return nothing;
  }
}
