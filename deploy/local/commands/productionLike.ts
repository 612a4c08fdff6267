import { parseArgs } from 'node:util';
import { UserError, reasonOf } from '../userError.ts';

/** Whether the command line asks for `--production-like`; undefined leaves it to the environment. */
export function parseProductionLike(args: readonly string[]): true | undefined {
  try {
    const { values } = parseArgs({ args: [...args], options: { 'production-like': { type: 'boolean' } } });
    return values['production-like'] ? true : undefined;
  } catch (cause) {
    throw new UserError(`${reasonOf(cause)} The only option is --production-like.`, { cause });
  }
}
