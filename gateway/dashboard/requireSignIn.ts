import type { Accounts } from '../../storage/accounts.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { Context, Middleware } from '../http/context.ts';
import type { DashboardDeps } from './deps.ts';
import type { Sessions } from './session.ts';

interface Deps extends Pick<DashboardDeps, 'overage' | 'countsWritten'> {
  accounts: Pick<Accounts, 'find'>;
  sessions: Sessions;
}

/** Lets signed-in people through, with `ctx.state.viewer` set; everyone else is sent to the sign-in page. */
export function createRequireSignIn({ accounts, sessions, overage, countsWritten }: Deps): Middleware {
  return async (ctx, next) => {
    const session = sessions.read(ctx);
    const account = session?.account ? await accounts.find(session.account) : undefined;
    if (!session || !account || (account.sessionEpoch ?? 0) !== session.epoch) {
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
    // The rate limit counts requests by key; all sessions of an account share one count.
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
