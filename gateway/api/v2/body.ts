import { Failure } from '../../../contracts/failures.ts';
import { isRecord } from '../../../contracts/json/isRecord.ts';

/** A request body of /v2, before it is validated. */
export type Body = Readonly<Record<string, unknown>>;

/** The body without fields that change nothing here. */
export function without(body: Body, names: readonly string[]): Body {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

/** Refuses fields that would have a meaning, with the reason; a value that asks for nothing is accepted. */
export function refuse(body: Body, reasons: Readonly<Record<string, string>>): void {
  for (const [name, reason] of Object.entries(reasons))
    if (asksForSomething(body[name])) throw new Failure('InvalidRequest', `\`${name}\`: ${reason}`);
}

function asksForSomething(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === 0 || value === '') return false;
  return !(Array.isArray(value) && value.length === 0);
}

/** An object of options, of which clients send null for none. */
export function optionsOf(field: string, options: unknown): Body {
  const given = options ?? {};
  if (!isRecord(given)) throw new Failure('InvalidRequest', `\`${field}\` must be an object.`);
  return given;
}
