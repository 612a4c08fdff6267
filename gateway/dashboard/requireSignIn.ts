import type { Viewer } from '../accounts/viewer.ts';
import type { Context, Middleware } from '../http/context.ts';
import type { DashboardDeps } from './deps.ts';
import type { Sessions } from './session.ts';
import { type AccountOf, dashboardKey } from './signedIn.ts';

interface Deps extends Pick<DashboardDeps, 'overage' | 'countsWritten'> {
  accountOf: AccountOf;
  sessions: Sessions;
}

/** Lets signed-in people through, with `ctx.state.viewer` set; everyone else is sent to the sign-in page. */
export function createRequireSignIn({ accountOf, sessions, overage, countsWritten }: Deps): Middleware {
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
    ctx.state.key = dashboardKey(account);
    await next();
  };
}

/** For routes behind `requireSignIn`. */
export function viewerOf(ctx: Context): Viewer {
  const viewer: Viewer | undefined = ctx.state.viewer;
  if (!viewer) throw new Error('this route is not behind requireSignIn');
  return viewer;
}
