import { parseArgs } from 'node:util';
import { Sightread } from '../client.ts';
import { ApiError, AuthenticationError, ConnectionError, SightreadError } from '../errors.ts';
import { nearestName } from '../nearestName.ts';
import { type Command, type CommandContext, exitCodes, UsageProblem } from './command.ts';
import { brand } from './commands/brand.ts';
import { completionOf } from './commands/completion.ts';
import { extract } from './commands/extract.ts';
import { icon } from './commands/icon.ts';
import { batch, crawl } from './commands/jobs.ts';
import { login } from './commands/login.ts';
import { map } from './commands/map.ts';
import { mcp } from './commands/mcp.ts';
import { scrape } from './commands/scrape.ts';
import { watch } from './commands/watch.ts';
import { type Credentials, readCredentials } from './credentials.ts';
import { helpOf, helpOfCommand } from './help.ts';
import { openTerminal, printable, type Terminal } from './terminal.ts';

const described: readonly Command[] = [scrape, batch, crawl, map, extract, brand, icon, watch, mcp, login];
const commands: readonly Command[] = [...described, completionOf(described)];

/** Someone at a terminal waits; a program that uses the library has more patience. */
const maxRetries = 3;

class NotSignedIn extends Error {}

/** Resolves to the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const terminal = openTerminal(process.env);
  const interruption = new AbortController();
  // A second Ctrl-C ends the process at once.
  process.once('SIGINT', () => interruption.abort(new Error('interrupted')));
  try {
    return await run(args, terminal, interruption.signal);
  } catch (error) {
    if (interruption.signal.aborted) return exitCodes.interrupted;
    const [code, message] = problemOf(error);
    terminal.note(printable(message));
    return code;
  }
}

async function run(args: readonly string[], terminal: Terminal, signal: AbortSignal): Promise<number> {
  const [name = '--help', ...rest] = args;
  if (name === '--help' || name === '-h' || name === 'help') {
    terminal.print(helpOf(commands));
    return exitCodes.ok;
  }
  const command = commands.find((each) => each.name === name);
  if (!command)
    throw new UsageProblem(
      unknown(
        'command',
        name,
        commands.map((each) => each.name),
      ),
    );
  if (rest.includes('--help') || rest.includes('-h')) {
    terminal.print(helpOfCommand(command));
    return exitCodes.ok;
  }
  const credentials = await readCredentials(process.env);
  return command.run({ ...parse(rest, command), terminal, credentials, signal, client: () => clientOf(credentials) });
}

function clientOf({ key, url }: Credentials): Sightread {
  if (!key) throw new NotSignedIn('There is no key: sightread login, or set SIGHTREAD_KEY.');
  return new Sightread({ key, maxRetries, ...(url && { url }) });
}

function parse(
  args: readonly string[],
  { name, options }: Command,
): Pick<CommandContext, 'positionals' | 'option' | 'hasFlag'> {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return {
      positionals,
      option(option) {
        const value = values[option];
        return typeof value === 'string' ? value : undefined;
      },
      hasFlag: (option) => values[option] === true,
    };
  } catch (error) {
    const option = /'(--?[^'=\s]+)/.exec(String(error))?.[1] ?? '';
    const isUnknown = error instanceof Error && 'code' in error && error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION';
    const words = isUnknown
      ? unknown(
          'option',
          option,
          Object.keys(options).map((each) => `--${each}`),
        )
      : `${String(error instanceof Error ? error.message : error).split('. ')[0]}.`;
    throw new UsageProblem(`${words} See sightread ${name} --help.`);
  }
}

/** A sentence about a word that is not known, with the one that was probably meant. */
function unknown(kind: string, word: string, names: readonly string[]): string {
  const near = nearestName(word, names);
  return `There is no ${kind} "${word}"${near ? `; did you mean ${near}?` : '; sightread --help lists all.'}`;
}

function problemOf(error: unknown): [code: number, message: string] {
  if (error instanceof UsageProblem) return [exitCodes.usage, error.message];
  if (error instanceof NotSignedIn) return [exitCodes.notSignedIn, error.message];
  if (error instanceof AuthenticationError) return [exitCodes.notSignedIn, error.message];
  if (error instanceof ConnectionError)
    return [exitCodes.unreachable, `${error.message} Is the address right (sightread login --url, SIGHTREAD_URL)?`];
  if (error instanceof ApiError) {
    const request = error.status >= 500 && error.requestId ? ` (request ${error.requestId})` : '';
    return [exitCodes.failed, `${error.message}${request}`];
  }
  if (error instanceof SightreadError || error instanceof Error) return [exitCodes.failed, error.message];
  return [exitCodes.failed, String(error)];
}
