/** `npm run -s sightread -- …`: the operators' command line. Standard output carries nothing but the result. */
import { parseArgs } from 'node:util';
import { MongoNetworkError, MongoServerSelectionError } from 'mongodb';
import { nearestName } from '../../client/nearestName.ts';
import { Failure } from '../../contracts/failures.ts';
import { readConfiguration } from '../../runtime/configuration.ts';
import { SettingsProblems } from '../../runtime/settings.ts';
import { openStorage } from '../../storage/storage.ts';
import { accountCreate, accountDelete, accountList, accountPassword, accountPlan } from './account.ts';
import { backup, restore } from './backup.ts';
import { type Command, type CommandArgs, type CommandOutput, CommandProblem } from './command.ts';
import { deploymentPromote, deploymentStatus } from './deployment.ts';
import { iconsRefresh } from './icons.ts';
import { jobsResume } from './jobs.ts';
import { keyCreate, keyDelete, keyList, keyOrigins } from './key.ts';
import { usage } from './usage.ts';

const commands: Record<string, Command> = {
  'account create': accountCreate,
  'account list': accountList,
  'account plan': accountPlan,
  'account password': accountPassword,
  'account delete': accountDelete,
  'key create': keyCreate,
  'key list': keyList,
  'key origins': keyOrigins,
  'key delete': keyDelete,
  usage,
  'icons refresh': iconsRefresh,
  'jobs resume': jobsResume,
  backup,
  restore,
  'deployment status': deploymentStatus,
  'deployment promote': deploymentPromote,
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Resolves to the exit code. `environment` names the deployment to work on; it is asked once the command is known. */
export async function main(
  args: readonly string[],
  environment: () => Environment = () => process.env,
): Promise<number> {
  try {
    const { plain, note } = await run(args, environment);
    if (note) console.error(note);
    if (plain) console.log(plain);
    return 0;
  } catch (error) {
    const message = messageOf(error);
    if (!message) throw error;
    console.error(message);
    return 1;
  }
}

async function run(
  args: readonly string[],
  environment: () => Environment,
): Promise<Pick<CommandOutput, 'plain' | 'note'>> {
  if (args.length === 0 || args.includes('--help')) return { plain: help };
  const name = [args.slice(0, 2).join(' '), args[0] ?? ''].find((each) => Object.hasOwn(commands, each));
  const command = name === undefined ? undefined : commands[name];
  if (!name || !command) {
    const given = args.slice(0, 2).join(' ');
    const near = nearestName(given, Object.keys(commands)) ?? nearestName(args[0] ?? '', Object.keys(commands));
    throw new CommandProblem(
      `There is no command "${given}"; ${near ? `did you mean "${near}"?` : '--help lists all commands.'}`,
    );
  }

  const { wantsJson, ...commandArgs } = parse(args.slice(name.split(' ').length), command);
  const { settings, plans } = readConfiguration(environment());
  const storage = openStorage(settings);
  try {
    const deps = { settings, storage, plans };
    const { json, ...output } = await command.run(commandArgs, deps);
    return wantsJson ? { plain: JSON.stringify(json, undefined, 2) } : output;
  } finally {
    await storage.close();
  }
}

function parse(args: readonly string[], command: Command): CommandArgs & { wantsJson: boolean } {
  const { values, positionals } = parseOptions(args, command);
  return {
    positionals,
    option(name) {
      const value = values[name];
      return typeof value === 'string' ? value : undefined;
    },
    optionValues(name) {
      const value = values[name];
      return Array.isArray(value) ? value.map(String) : [];
    },
    hasFlag: (name) => values[name] === true,
    wantsJson: values['json'] === true,
  };
}

function parseOptions(
  args: readonly string[],
  { options, usage: usageLine }: Command,
): { values: Record<string, unknown>; positionals: string[] } {
  try {
    return parseArgs({
      args: [...args],
      options: { ...options, json: { type: 'boolean' } },
      allowPositionals: true,
    });
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('. ');
    const given = /'--([^'=\s]+)/.exec(String(error))?.[1] ?? '';
    const near = nearestName(given, [...Object.keys(options), 'json']);
    const meant = near && near !== given ? `; did you mean --${near}` : '';
    throw new CommandProblem(`${reason}${meant}; the usage is: ${usageLine}`);
  }
}

function messageOf(error: unknown): string | undefined {
  if (error instanceof CommandProblem || error instanceof SettingsProblems || error instanceof Failure)
    return error.message;
  if (error instanceof MongoServerSelectionError || error instanceof MongoNetworkError) {
    return 'The database does not answer: start the stack (npm start), or set its address in MONGODB_URI.';
  }
  return undefined;
}

const help = `Commands:\n${Object.values(commands)
  .map(({ usage: line, about }) => `  ${line}\n      ${about}.`)
  .join('\n')}\nEvery command takes --json to print all fields.`;
