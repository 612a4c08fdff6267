import { randomBytes } from 'node:crypto';
import Keygrip from 'keygrip';
import type { Context } from 'koa';
import type { Settings } from '../../runtime/settings.ts';
import type { Account } from '../../storage/accounts.ts';
import { baseUrl } from '../http/baseUrl.ts';

/** What the cookie says: who somebody is, or only that the same somebody is back. */
export interface Session {
  /** Lasts from sign-in to sign-out; CSRF tokens belong to it. */
  id: string;
  account?: string;
  /** The account's `sessionEpoch` when it was made: a later one ends it. */
  epoch?: number;
  /** When it was made or renewed, in ms. */
  at: number;
}

export const sessionCookie = 'sightread_session';
/** A session ends when nobody was here for so long… */
const idleMs = 7 * 24 * 60 * 60 * 1000;
/** …and is written anew when it is as old as this. */
const renewAfterMs = 60 * 60 * 1000;

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions(settings: Settings) {
  const keys = new Keygrip([settings.SESSION_SECRET ?? randomBytes(32).toString('hex')], 'sha256');
  const secure = baseUrl(settings).startsWith('https:');

  function write(ctx: Context, session: Session) {
    const payload = Buffer.from(JSON.stringify(session)).toString('base64url');
    // The TLS may end at a proxy, which the library cannot see.
    ctx.cookies.secure = secure;
    ctx.cookies.set(sessionCookie, `${payload}.${keys.sign(payload)}`, {
      httpOnly: true,
      sameSite: 'lax',
      secure,
      maxAge: idleMs,
      overwrite: true,
    });
  }

  function read(ctx: Context): Session | undefined {
    const [payload, signature] = ctx.cookies.get(sessionCookie)?.split('.') ?? [];
    if (!payload || !signature || !keys.verify(payload, signature)) return undefined;
    const session: Session = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return Date.now() - session.at < idleMs ? session : undefined;
  }

  const newId = () => randomBytes(18).toString('base64url');
  const csrfTokenOf = ({ id }: Session) => keys.sign(`csrf:${id}`);

  return {
    read,
    /** A session of nobody, for the forms that come before signing in. */
    readOrCreate(ctx: Context): Session {
      const session = read(ctx) ?? { id: newId(), at: Date.now() };
      write(ctx, session);
      return session;
    },
    /** Under a new id, so that whatever was known before signing in is worth nothing after. */
    begin(ctx: Context, { _id: account, sessionEpoch: epoch = 0 }: Account) {
      write(ctx, { id: newId(), account, epoch, at: Date.now() });
    },
    renew(ctx: Context, session: Session) {
      if (Date.now() - session.at > renewAfterMs) write(ctx, { ...session, at: Date.now() });
    },
    end(ctx: Context) {
      ctx.cookies.set(sessionCookie, null, { httpOnly: true, sameSite: 'lax', overwrite: true });
    },
    csrfToken: csrfTokenOf,
    isCsrfToken: ({ id }: Session, given: string) => given !== '' && keys.verify(`csrf:${id}`, given),
  };
}
