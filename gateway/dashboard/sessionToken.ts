import { Failure } from '../../contracts/failures.ts';
import type { Session } from '../accounts/viewer.ts';
import type { Middleware } from '../http/context.ts';
import type { Sessions } from './session.ts';
import { type AccountOf, dashboardKey } from './signedIn.ts';

const prefix = 'session_';
const sessionBearer = new RegExp(`^Bearer +${prefix}(\\S+)$`, 'i');

/**
 * In the place of a key, for the reference page of somebody who is signed in. It opens the API only together with the
 * cookie of its session, which no other site's page can send along with a header of its own.
 */
export function sessionToken(sessions: Sessions, session: Session): string {
  return prefix + sessions.csrfToken(session);
}

interface Deps {
  sessions: Sessions;
  accountOf: AccountOf;
  /** For callers with a key. */
  identify: Middleware;
}

export function withSessionTokens({ sessions, accountOf, identify }: Deps): Middleware {
  return async (ctx, next) => {
    const token = sessionBearer.exec(ctx.get('Authorization'))?.[1];
    if (token === undefined) return identify(ctx, next);
    const session = sessions.read(ctx);
    const account = session && sessions.isCsrfToken(session, token) ? await accountOf(session) : undefined;
    if (!account) throw new Failure('Unauthenticated', 'Your session has ended; sign in again.');
    ctx.state.account = account._id;
    ctx.state.key = dashboardKey(account);
    await next();
  };
}
