import { createInterface } from 'node:readline';
import { SightreadError } from '../../errors.ts';
import { createHttp, type Http } from '../../http/request.ts';
import { serverSentEvents } from '../../http/serverSentEvents.ts';
import { type Command, exitCodes, UsageProblem } from '../command.ts';

const defaultUrl = 'http://localhost:3000';
const maxRetries = 3;
/** The code of JSON-RPC for errors of a server. */
const serverErrorCode = -32_000;

interface Message {
  id?: string | number;
  method?: string;
}

/**
 * A bridge between an editor, which speaks the Model Context Protocol over standard input and output, and the server's own
 * endpoint. The tools are the server's, so this needs no package of the protocol, and a new tool no new version of it.
 */
export const mcp: Command = {
  name: 'mcp',
  usage: '',
  summary: 'Tools for agents, over standard input and output (Model Context Protocol)',
  examples: [
    'claude mcp add sightread -- sightread mcp',
    'sightread mcp  # as the command of an MCP server in an editor',
  ],
  options: {},
  async run({ credentials: { key, url = defaultUrl }, terminal, signal }) {
    if (!key) throw new UsageProblem('There is no key: sightread login, or set SIGHTREAD_KEY.');
    // A call may take minutes; its answer is a stream.
    const http = createHttp({ url, key, maxRetries, timeoutMs: 0, fetch: (...args) => fetch(...args) });
    const forward = createBridge(http, (message) => process.stdout.write(`${message}\n`));
    const underWay = new Set<Promise<void>>();
    const lines = createInterface({ input: process.stdin, terminal: false });
    signal.addEventListener('abort', () => lines.close());
    for await (const line of lines) {
      if (line.trim() === '') continue;
      const forwarded = forward(line).catch((error: unknown) => terminal.note(String(error)));
      underWay.add(forwarded);
      void forwarded.then(() => underWay.delete(forwarded));
    }
    await Promise.all(underWay);
    return exitCodes.ok;
  },
};

/** Sends messages to the server and writes what comes back, in one session. */
export function createBridge(http: Http, write: (message: string) => void): (line: string) => Promise<void> {
  let session: Record<string, string> = {};

  async function send(message: Message): Promise<void> {
    const headers = { accept: 'application/json, text/event-stream', ...session };
    const response = await http.open('/mcp', { method: 'POST', body: message, headers, isStream: true });
    const id = response.headers.get('mcp-session-id');
    if (id) session = { 'mcp-session-id': id };
    if (!response.body || response.status === 202) return;
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
      // An event may be empty, which only says where to go on.
      for await (const { data } of serverSentEvents(response.body)) if (data !== '') write(data);
    } else write(JSON.stringify(await response.json()));
  }

  return async (line) => {
    const message = parse(line);
    if (!message) return write(errorAnswer(null, -32_700, 'This is not JSON.'));
    try {
      await send(message);
    } catch (error) {
      const words = error instanceof SightreadError ? error.message : String(error);
      if (message.id !== undefined && message.method) write(errorAnswer(message.id, serverErrorCode, words));
    }
  };
}

function parse(line: string): Message | undefined {
  try {
    const message: Message = JSON.parse(line);
    return message;
  } catch {
    return undefined;
  }
}

function errorAnswer(id: string | number | null, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
}
