import type { ParseArgsConfig } from 'node:util';
import type { Sightread } from '../client.ts';
import type { Credentials } from './credentials.ts';
import type { Terminal } from './terminal.ts';

/** What a command is run with. */
export interface CommandContext {
  positionals: readonly string[];
  /** The value of an option; undefined if it was not given. */
  option(name: string): string | undefined;
  hasFlag(name: string): boolean;
  terminal: Terminal;
  credentials: Credentials;
  /** A client with the caller's key; fails if there is none. */
  client(): Sightread;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
}

export interface Command {
  name: string;
  /** What comes after the name. */
  usage: string;
  summary: string;
  examples: readonly string[];
  options: Readonly<Record<string, CommandOption>>;
  /** Resolves to the exit code. */
  run(context: CommandContext): Promise<number>;
}

export type CommandOption = NonNullable<ParseArgsConfig['options']>[string] & {
  /** For the help: what it does, and what its value is. */
  about: string;
  value?: string;
};

/** What the command ends with; the help lists them. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  notSignedIn: 3,
  unreachable: 4,
  noPages: 5,
  interrupted: 130,
} as const;

export const exitCodeWords: Readonly<Record<keyof typeof exitCodes, string>> = {
  ok: 'it worked; of a job, also if some of its pages failed',
  failed: 'the server refused it, or the page could not be read',
  usage: 'the command was not understood',
  notSignedIn: 'there is no key, or it is not valid',
  unreachable: 'the server does not answer',
  noPages: 'no page of the job could be read, or it was cancelled',
  interrupted: 'Ctrl-C',
};

/** The command was not understood; the message is one sentence. */
export class UsageProblem extends Error {}

/** A word that the command cannot do without. */
export function requiredPositional({ positionals }: Pick<CommandContext, 'positionals'>, label: string): string {
  const [first] = positionals;
  if (!first) throw new UsageProblem(`${label} is missing.`);
  return first;
}

/** An address as people write it: without a scheme it is https. */
export function asUrl(text: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
}

export function numberOption(context: Pick<CommandContext, 'option'>, name: string): number | undefined {
  const text = context.option(name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new UsageProblem(`--${name} takes a whole number, not "${text}".`);
  return value;
}

export function listOption(context: Pick<CommandContext, 'option'>, name: string): string[] | undefined {
  const words = context
    .option(name)
    ?.split(',')
    .map((word) => word.trim());
  return words?.filter((word) => word !== '');
}
