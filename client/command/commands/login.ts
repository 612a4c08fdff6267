import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Sightread } from '../../client.ts';
import { type Command, exitCodes, UsageProblem } from '../command.ts';
import { storeCredentials } from '../credentials.ts';

export const login: Command = {
  name: 'login',
  usage: '[--url ADDRESS]',
  summary: 'Keep the key and the address of a server, in a file that only you can read',
  examples: ['sightread login --url https://reader.example', 'sightread login --url http://localhost:3000 < key.txt'],
  options: {
    url: { type: 'string', value: 'ADDRESS', about: 'of the extraction API (default http://localhost:3000)' },
    'image-url': { type: 'string', value: 'ADDRESS', about: 'of the image API (default http://localhost:3001)' },
    'publishable-key': { type: 'string', value: 'PK', about: 'for icons' },
  },
  async run({ option, credentials, terminal, signal }) {
    // Not an option: other users of the machine can see the words of a command.
    const key = await askForKey(signal);
    if (key === '') throw new UsageProblem('The secret key is missing; type it, or give it on standard input.');
    const [url, imageUrl] = [option('url') ?? credentials.url, option('image-url') ?? credentials.imageUrl];
    const publishableKey = option('publishable-key') ?? credentials.publishableKey;
    const { remaining } = await new Sightread({ key, ...(url && { url }) }).credits({ signal });
    const stored = {
      key,
      ...(url && { url }),
      ...(imageUrl && { imageUrl }),
      ...(publishableKey && { publishableKey }),
    };
    const path = await storeCredentials(process.env, stored);
    terminal.note(`Signed in; ${remaining ?? 'unlimited'} credits left. Kept in ${path}.`);
    return exitCodes.ok;
  },
};

/** From the terminal, without showing it; or the first line of standard input. */
async function askForKey(signal: AbortSignal): Promise<string> {
  const isInteractive = process.stdin.isTTY === true;
  if (isInteractive) process.stderr.write('Secret key (sr_…): ');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: isInteractive });
  try {
    for await (const line of lines) {
      if (isInteractive) process.stderr.write('\n');
      return line.trim();
    }
    signal.throwIfAborted();
    return '';
  } finally {
    lines.close();
  }
}
