/** `npm run -s sightread -- …`: the operators' command line. The result alone goes to standard output. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MongoNetworkError, MongoServerSelectionError } from 'mongodb';
import { readPlans } from '../../runtime/plans.ts';
import { readSettings, SettingsProblems } from '../../runtime/settings.ts';
import { openStorage } from '../../storage/storage.ts';
import { accountCreate, accountList, accountPassword, accountPlan } from './account.ts';
import { backup, restore } from './backup.ts';
import { type Command, CommandProblem, type CommandOutput } from './command.ts';
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

/** Resolves to the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  try {
    const said = await run(args);
    if (said.note) console.error(said.note);
    if (said.plain) console.log(said.plain);
    return 0;
  } catch (error) {
    const sentence = messageOf(error);
    if (!sentence) throw error;
    console.error(sentence);
    return 1;
  }
}

async function run(args: readonly string[]): Promise<Pick<CommandOutput, 'plain' | 'aside'>> {
  if (args.length === 0 || args.includes('--help')) return { plain: help };
  const name = [args.slice(0, 2).join(' '), args[0] ?? ''].find((each) => Object.hasOwn(commands, each));
  const command = name === undefined ? undefined : commands[name];
  if (!name || !command) {
    throw new CommandProblem(`There is no command "${args.slice(0, 2).join(' ')}"; --help lists those there are.`);
  }

  const { values, positionals } = parse(args.slice(name.split(' ').length), command);
  function one(option: string) {
    const value = values[option];
    return typeof value === 'string' ? value : undefined;
  }
  function many(option: string) {
    const value = values[option];
    return Array.isArray(value) ? value.map(String) : [];
  }
  const flag = (option: string) => values[option] === true;
  const settings = readSettings(environment());
  const storage = openStorage(settings);
  try {
    const deps = { settings, storage, plans: readPlans(settings.PLANS_FILE) };
    const { json, ...said } = await command.run({ positionals: positionals, option: one, optionValues: many, hasFlag: flag }, deps);
    return values['json'] ? { plain: JSON.stringify(json, undefined, 2) } : said;
  } finally {
    await storage.close();
  }
}

function parse(
  args: readonly string[],
  { options, usage: line }: Command,
): { values: Record<string, unknown>; positionals: string[] } {
  try {
    return parseArgs({
      args: [...args],
      options: { ...options, json: { type: 'boolean' } },
      allowPositionals: true,
    });
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('. ');
    throw new CommandProblem(`${reason}; the usage is: ${line}`);
  }
}

/** The environment, and beneath it what the running stack has left in its data folder. */
function environment(): Record<string, string | undefined> {
  const path = join(process.env['SIGHTREAD_HOME'] || '.sightread', 'env.json');
  let left: string;
  try {
    left = readFileSync(path, 'utf8');
  } catch {
    return process.env;
  }
  return { ...JSON.parse(left), ...process.env };
}

function messageOf(error: unknown): string | undefined {
  if (error instanceof CommandProblem || error instanceof SettingsProblems) return error.message;
  if (error instanceof MongoServerSelectionError || error instanceof MongoNetworkError) {
    return 'The database does not answer: start the stack (npm start), or name its address in MONGODB_URI.';
  }
  return undefined;
}

const help = `Commands:\n${Object.values(commands)
  .map((command) => `  ${command.usage}`)
  .join('\n')}\nEach takes --json for all fields.`;
