import type { ParseArgsConfig } from 'node:util';
import type { Plans } from '../../runtime/plans.ts';
import type { Settings } from '../../runtime/settings.ts';
import type { Storage } from '../../storage/storage.ts';

export interface CommandDeps {
  settings: Settings;
  storage: Storage;
  plans: Plans;
}

export interface CommandArgs {
  /** What stands behind the command's name. */
  positionals: readonly string[];
  option(option: string): string | undefined;
  optionValues(option: string): readonly string[];
  hasFlag(option: string): boolean;
}

/** What a command has to say: plainly for scripts that want one thing, or all of it as JSON. */
export interface CommandOutput {
  plain: string;
  json: unknown;
  /** For the person at the terminal only. */
  note?: string;
}

export interface Command {
  usage: string;
  options: NonNullable<ParseArgsConfig['options']>;
  run(args: CommandArgs, deps: CommandDeps): Promise<CommandOutput>;
}

/** One sentence for whoever typed the command. */
export class CommandProblem extends Error {}

/** The option's value, which the command cannot do without. */
export function requiredOption(args: CommandArgs, option: string): string {
  const value = args.option(option);
  if (!value) throw new CommandProblem(`--${option} is needed.`);
  return value;
}

/** The word at a place behind the command's name, which it cannot do without. */
export function requiredPositional(args: CommandArgs, place: number, what: string): string {
  const value = args.positionals[place];
  if (!value) throw new CommandProblem(`${what} is needed.`);
  return value;
}

export function tabSeparated(rows: readonly (readonly string[])[]) {
  return rows.map((row) => row.join('\t')).join('\n');
}
