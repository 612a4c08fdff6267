import { randomBytes } from 'node:crypto';
import Keygrip from 'keygrip';
import { baseUrl } from '../../runtime/baseUrl.ts';
import type { Settings } from '../../runtime/settings.ts';
import type { Account } from '../../storage/accounts.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Session } from '../accounts/viewer.ts';
import type { Context } from '../http/context.ts';

export const sessionCookie = 'sightread_session';
/** A session ends after this long without a visit. */
const idleTimeoutMs = 7 * 24 * 60 * 60 * 1000;
/** And this long after it began, however often it is used. */
const maxLifetimeMs = 30 * 24 * 60 * 60 * 1000;
/** The cookie is written again at most this often. */
const renewAfterMs = 60 * 60 * 1000;

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions(settings: Settings, endedSessions: Storage['endedSessions']) {
  const keys = new Keygrip([settings.SESSION_SECRET ?? randomBytes(32).toString('hex')], 'sha256');
  const secure = baseUrl(settings).startsWith('https:');

  function write(ctx: Context, session: Session) {
    const payload = Buffer.from(JSON.stringify(session)).toString('base64url');
    // The cookie library cannot know that a proxy in front terminates TLS.
    ctx.cookies.secure = secure;
    ctx.cookies.set(sessionCookie, `${payload}.${keys.sign(payload)}`, {
      httpOnly: true,
      sameSite: 'lax',
      secure,
      maxAge: idleTimeoutMs,
      overwrite: true,
    });
  }

  function read(ctx: Context): Session | undefined {
    const [payload, signature] = ctx.cookies.get(sessionCookie)?.split('.') ?? [];
    if (!payload || !signature || !keys.verify(payload, signature)) return undefined;
    const session: Session = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const isExpired =
      Date.now() - session.at >= idleTimeoutMs || Date.now() - (session.since ?? session.at) >= maxLifetimeMs;
    return isExpired ? undefined : session;
  }

  const newId = () => randomBytes(18).toString('base64url');
  const csrfTokenOf = ({ id }: Session) => keys.sign(`csrf:${id}`);

  return {
    read,
    /** The current session, or a new anonymous one. */
    readOrCreate(ctx: Context): Session {
      const session = read(ctx) ?? { id: newId(), at: Date.now() };
      write(ctx, session);
      return session;
    },
    /** Signs the account in, under a new id: an id known to an attacker before sign-in is worthless afterwards. */
    begin(ctx: Context, { _id: account, sessionEpoch: epoch = 0 }: Account) {
      const now = Date.now();
      write(ctx, { id: newId(), account, epoch, at: now, since: now });
    },
    renew(ctx: Context, session: Session) {
      if (Date.now() - session.at > renewAfterMs) write(ctx, { ...session, at: Date.now() });
    },
    /** Signs out: the cookie is removed here, and no gateway accepts a copy of it. */
    async end(ctx: Context): Promise<void> {
      const session = read(ctx);
      if (session?.account) await endedSessions.add(session.id, new Date(session.at + idleTimeoutMs));
      ctx.cookies.set(sessionCookie, null, { httpOnly: true, sameSite: 'lax', overwrite: true });
    },
    csrfToken: csrfTokenOf,
    isCsrfToken: ({ id }: Session, token: string) => token !== '' && keys.verify(`csrf:${id}`, token),
  };
}
