import { createBatchClient } from '../batchClient.ts';
import { msOf, secondsOf } from '../timing.ts';

/** A caller whose pages take as long as it says. */
export function createSlowClient(api: string, key: string) {
  const client = createBatchClient(api, key);
  return {
    create(host: string, name: string, pages: number, ms = 0): Promise<string> {
      return client.create(Array.from({ length: pages }, (_, number) => `http://${host}/slow/${ms}/${name}/${number}`));
    },
    /** Returns the seconds from the call to the end of the job. */
    finish: (id: string, onPoll?: () => Promise<void>) =>
      secondsOf(() => client.waitForEnd(id, onPoll ? { onPoll } : {})),
    pollMs(id: string, offset: number): Promise<number> {
      const { headers, urlOf } = client;
      return msOf(async () => (await fetch(urlOf(id, `?offset=${offset}&limit=100`), { headers })).arrayBuffer());
    },
    cancel: client.cancel,
  };
}
