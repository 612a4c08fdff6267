import { form } from 'co-body';
import type { Context } from 'koa';
import { Failure } from '../../contracts/failures.ts';
import type { Sessions } from './session.ts';

const maxFormBytes = 256 * 1024;

/** The fields of a form that one of our own pages has sent, as they were typed. */
export type Form = (field: string) => string;

/** Reads a form, and refuses one that no page of ours has made for this session. */
export async function readForm(ctx: Context, sessions: Sessions): Promise<Form> {
  if (!ctx.is('application/x-www-form-urlencoded')) {
    throw new Failure('InvalidRequest', 'This answers forms only.');
  }
  const fields: Record<string, unknown> = await form(ctx.req, { limit: maxFormBytes });
  const read: Form = (name) => {
    const value = fields[name];
    return typeof value === 'string' ? value : '';
  };
  checkCsrf(ctx, sessions, read('csrf'));
  return read;
}

/** For scripts of ours, which send the token as a header. */
export function checkCsrf(ctx: Context, sessions: Sessions, token = ctx.get('X-CSRF-Token')): void {
  const session = sessions.read(ctx);
  if (!session || !sessions.isCsrfToken(session, token)) {
    throw new Failure('Forbidden', 'This form has gone stale; go back, reload the page and try again.');
  }
}
