import { parseArgs } from 'node:util';
import { reasonOf, UserError } from '../userError.ts';

/** True when the command line has `--production-like`; undefined leaves the decision to the environment. */
export function parseProductionLike(args: readonly string[]): true | undefined {
  try {
    const { values } = parseArgs({ args: [...args], options: { 'production-like': { type: 'boolean' } } });
    return values['production-like'] ? true : undefined;
  } catch (cause) {
    throw new UserError(`${reasonOf(cause)} The only option is --production-like.`, { cause });
  }
}
