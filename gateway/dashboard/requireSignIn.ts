import type { Account } from '../../storage/accounts.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Session, Viewer } from '../accounts/viewer.ts';
import type { Context, Middleware } from '../http/context.ts';
import type { DashboardDeps } from './deps.ts';
import type { Sessions } from './session.ts';

interface Deps extends Pick<DashboardDeps, 'overage' | 'countsWritten'> {
  storage: Pick<Storage, 'accounts' | 'endedSessions'>;
  sessions: Sessions;
}

/** Lets signed-in people through, with `ctx.state.viewer` set; everyone else is sent to the sign-in page. */
export function createRequireSignIn({ storage, sessions, overage, countsWritten }: Deps): Middleware {
  /** Undefined if the session is anonymous, was signed out, or its account is gone or has ended all its sessions. */
  async function accountOf({ id, account, epoch }: Session): Promise<Account | undefined> {
    if (account === undefined) return undefined;
    const [found, hasEnded] = await Promise.all([storage.accounts.find(account), storage.endedSessions.has(id)]);
    return found && !hasEnded && (found.sessionEpoch ?? 0) === epoch ? found : undefined;
  }

  return async (ctx, next) => {
    const session = sessions.read(ctx);
    const account = session && (await accountOf(session));
    if (!account) {
      if (ctx.method === 'GET' && ctx.accepts('html')) {
        const back = ctx.path === '/' ? '' : `?to=${encodeURIComponent(ctx.url)}`;
        ctx.redirect(`/sign-in${back}`);
      } else {
        ctx.status = 401;
        ctx.body = { error: 'Your session has ended; sign in again.' };
      }
      return;
    }
    sessions.renew(ctx, session);
    await countsWritten();
    const viewer: Viewer = {
      account,
      session,
      csrf: sessions.csrfToken(session),
      images: await overage.check(account._id),
    };
    ctx.state.viewer = viewer;
    ctx.state.account = account._id;
    // Recorded in the jobs that are started here. No key has such an id.
    ctx.state.key = `dashboard:${account._id}`;
    await next();
  };
}

/** For routes behind `requireSignIn`. */
export function viewerOf(ctx: Context): Viewer {
  const viewer: Viewer | undefined = ctx.state.viewer;
  if (!viewer) throw new Error('this route is not behind requireSignIn');
  return viewer;
}
