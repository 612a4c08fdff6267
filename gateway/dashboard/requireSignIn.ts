import type { Middleware } from 'koa';
import type { Account, Accounts } from '../../storage/accounts.ts';
import type { ImageAllowance } from '../accounts/overage.ts';
import type { DashboardDeps } from './deps.ts';
import type { Session, Sessions } from './session.ts';

/** Who looks at a page, and what every page shows of them. */
export interface Viewer {
  account: Account;
  session: Session;
  csrf: string;
  images: ImageAllowance;
}

interface Deps extends Pick<DashboardDeps, 'overage' | 'countsWritten'> {
  accounts: Pick<Accounts, 'find'>;
  sessions: Sessions;
}

/** Lets through who is signed in, and says who it is in `ctx.state.viewer`; everybody else is asked to sign in. */
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
      images: await overage.stand(account._id),
    };
    ctx.state['viewer'] = viewer;
    ctx.state['account'] = account._id;
    // What a person does here counts like a key's requests.
    ctx.state['key'] = `dashboard:${account._id}`;
    await next();
  };
}
