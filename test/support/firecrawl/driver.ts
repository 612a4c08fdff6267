/**
 * The JavaScript client in a process of its own: takes calls from standard input, a line each, and answers in lines. Runs
 * on Node 22, which leaves out the types by itself.
 */
import { createInterface } from 'node:readline';
import Firecrawl from 'firecrawl-v4';

const [apiUrl = '', apiKey = ''] = process.argv.slice(2);

interface Call {
  id: number;
  key?: string;
  method: string;
  args: unknown[];
}

/** Everything that a watcher says until the job has ended. */
function watch(client: Firecrawl, id: string, options: object) {
  return new Promise((resolve) => {
    const documents: unknown[] = [];
    const snapshots: string[] = [];
    const watcher = client.watcher(id, options);
    watcher.on('document', (document: unknown) => documents.push(document));
    watcher.on('snapshot', ({ status }: { status: string }) => snapshots.push(status));
    watcher.on('done', (done: unknown) => resolve({ documents, snapshots, done }));
    watcher.on('error', (error: unknown) => {
      watcher.close();
      resolve({ documents, snapshots, error });
    });
    void watcher.start();
  });
}

function run(client: Firecrawl, method: string, args: unknown[]): unknown {
  if (method === 'watch') return watch(client, String(args[0]), Object(args[1]));
  const called: unknown = Reflect.get(client, method);
  if (typeof called !== 'function') throw new Error(`the client has no method ${method}`);
  return Reflect.apply(called, client, args);
}

async function answer({ id, key = apiKey, method, args }: Call) {
  try {
    return { id, result: (await run(new Firecrawl({ apiUrl, apiKey: key }), method, args)) ?? null };
  } catch (error) {
    const { name, message, status, code } = Object(error);
    return { id, error: { name, message, status, code } };
  }
}

for await (const line of createInterface({ input: process.stdin }))
  void answer(JSON.parse(line)).then((answered) => console.log(JSON.stringify(answered)));
