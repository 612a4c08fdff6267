import { form } from 'co-body';
import { Failure } from '../../contracts/failures.ts';
import type { Context } from '../http/context.ts';
import type { Sessions } from './session.ts';

const maxFormBytes = 256 * 1024;

/** Reads a field of a submitted form; a missing field is an empty string. */
export type Form = (field: string) => string;

/** Reads a submitted form, and rejects it unless it carries the CSRF token of this session. */
export async function readForm(ctx: Context, sessions: Sessions): Promise<Form> {
  if (!ctx.is('application/x-www-form-urlencoded')) {
    throw new Failure('InvalidRequest', 'This address accepts forms only.');
  }
  const fields: Record<string, unknown> = await form(ctx.req, { limit: maxFormBytes });
  const read: Form = (name) => {
    const value = fields[name];
    return typeof value === 'string' ? value : '';
  };
  checkCsrf(ctx, sessions, read('csrf'));
  return read;
}

/** The dashboard's scripts send the token in the header `X-CSRF-Token`. */
export function checkCsrf(ctx: Context, sessions: Sessions, token = ctx.get('X-CSRF-Token')): void {
  const session = sessions.read(ctx);
  if (!session || !sessions.isCsrfToken(session, token)) {
    throw new Failure('Forbidden', 'This form is out of date; go back, reload the page and try again.');
  }
}
