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
  /** The words after the command's name. */
  positionals: readonly string[];
  option(name: string): string | undefined;
  /** All values of an option that may be repeated. */
  optionValues(name: string): readonly string[];
  hasFlag(name: string): boolean;
}

export interface CommandOutput {
  /** The one value that scripts want; printed without `--json`. */
  plain: string;
  /** All fields; printed with `--json`. */
  json: unknown;
  /** A remark for the person at the terminal, printed to standard error. */
  note?: string;
}

export interface Command {
  usage: string;
  /** What it does, in one line, for the help. */
  about: string;
  options: NonNullable<ParseArgsConfig['options']>;
  run(args: CommandArgs, deps: CommandDeps): Promise<CommandOutput>;
}

/** The command cannot be carried out; the message is one sentence for the person at the terminal. */
export class CommandProblem extends Error {}

export function requiredOption(args: CommandArgs, option: string): string {
  const value = args.option(option);
  if (!value) throw new CommandProblem(`--${option} is needed.`);
  return value;
}

/** `label` names the value in the message when it is missing. */
export function requiredPositional(args: CommandArgs, index: number, label: string): string {
  const value = args.positionals[index];
  if (!value) throw new CommandProblem(`${label} is needed.`);
  return value;
}

export function tabSeparated(rows: readonly (readonly string[])[]) {
  return rows.map((row) => row.join('\t')).join('\n');
}

export function temporalUnreachable(cause: unknown): CommandProblem {
  return new CommandProblem(
    'Temporal does not answer: start the stack (npm start), or set its address in TEMPORAL_ADDRESS.',
    { cause },
  );
}
