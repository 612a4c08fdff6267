import type { ParseArgsConfig } from 'node:util';
import type { Plans } from '../../runtime/plans.ts';
import type { Settings } from '../../runtime/settings.ts';
import type { Storage } from '../../storage/storage.ts';

export interface CommandParts {
  settings: Settings;
  storage: Storage;
  plans: Plans;
}

export interface Given {
  /** What stands behind the command's name. */
  words: readonly string[];
  one(option: string): string | undefined;
  many(option: string): readonly string[];
  flag(option: string): boolean;
}

/** What a command has to say: plainly for scripts that want one thing, or all of it as JSON. */
export interface Said {
  plain: string;
  json: unknown;
  /** For the person at the terminal only. */
  aside?: string;
}

export interface Command {
  usage: string;
  options: NonNullable<ParseArgsConfig['options']>;
  run(given: Given, parts: CommandParts): Promise<Said>;
}

/** One sentence for whoever typed the command. */
export class CommandProblem extends Error {}

/** The option's value, which the command cannot do without. */
export function needed(given: Given, option: string): string {
  const value = given.one(option);
  if (!value) throw new CommandProblem(`--${option} is needed.`);
  return value;
}

/** The word at a place behind the command's name, which it cannot do without. */
export function word(given: Given, place: number, what: string): string {
  const value = given.words[place];
  if (!value) throw new CommandProblem(`${what} is needed.`);
  return value;
}

export function table(rows: readonly (readonly string[])[]) {
  return rows.map((row) => row.join('\t')).join('\n');
}
