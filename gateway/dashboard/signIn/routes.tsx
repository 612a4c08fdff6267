import type Router from '@koa/router';
import type { Context } from 'koa';
import { passwordProblem } from '../../../contracts/accounts/passwordRule.ts';
import { Failure, failures } from '../../../contracts/failures.ts';
import { hashPassword, isPassword } from '../../accounts/passwords.ts';
import { readForm } from '../csrf.ts';
import type { PageDeps } from '../deps.ts';
import { sendPage } from '../view/send.tsx';
import { SignInPage, SignUpPage } from './pages.tsx';
import { createThrottle } from './throttle.ts';

/** Signing in, up and out. */
export function signInRoutes(router: Router, { settings, storage, sessions, assets, requireSignIn }: PageDeps) {
  const throttle = createThrottle(storage.limits);
  const open = settings.SIGNUP === 'open';

  function showSignIn(ctx: Context, said: { email?: string; to?: string; problem?: string } = {}) {
    const csrf = sessions.csrfToken(sessions.readOrCreate(ctx));
    sendPage(ctx, assets, { title: 'Sign in' }, <SignInPage csrf={csrf} open={open} {...said} />);
  }
  function showSignUp(ctx: Context, said: { email?: string; problem?: string } = {}) {
    const csrf = sessions.csrfToken(sessions.readOrCreate(ctx));
    sendPage(ctx, assets, { title: 'Make an account' }, <SignUpPage csrf={csrf} {...said} />);
  }

  router.get('/sign-in', (ctx) => showSignIn(ctx, { to: ownPath(ctx.query['to']) }));

  router.post('/sign-in', async (ctx) => {
    const form = await readForm(ctx, sessions);
    const email = form('email').trim();
    const to = ownPath(form('to'));
    try {
      await throttle.signIn(ctx, email);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      showSignIn(ctx, { email, to, problem: error.message });
      ctx.status = failures[error.kind].status;
      return;
    }
    const account = await storage.accounts.findByEmail(email);
    if (!(await isPassword(form('password'), account?.passwordHash)) || !account) {
      showSignIn(ctx, { email, to, problem: 'This email and password do not belong together.' });
      ctx.status = 401;
      return;
    }
    await throttle.forget(ctx, email);
    sessions.begin(ctx, account);
    ctx.redirect(to || '/');
    ctx.status = 303;
  });

  router.post('/sign-out', async (ctx) => {
    await readForm(ctx, sessions);
    sessions.end(ctx);
    ctx.redirect('/sign-in');
    ctx.status = 303;
  });

  router.post('/sign-out-everywhere', requireSignIn, async (ctx) => {
    await readForm(ctx, sessions);
    await storage.accounts.endSessions(ctx.state['account']);
    sessions.end(ctx);
    ctx.redirect('/sign-in');
    ctx.status = 303;
  });

  if (!open) return;
  router.get('/sign-up', (ctx) => showSignUp(ctx));
  router.post('/sign-up', async (ctx) => {
    const form = await readForm(ctx, sessions);
    const email = form('email').trim();
    function refuse(problem: string, status: number) {
      showSignUp(ctx, { email, problem });
      ctx.status = status;
    }
    if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254) {
      refuse('This is not an email address.', 400);
      return;
    }
    const problem = passwordProblem(form('password'));
    if (problem) {
      refuse(problem, 400);
      return;
    }
    await throttle.signUp(ctx);
    const passwordHash = await hashPassword(form('password'));
    const account = await storage.accounts.create({ email, plan: settings.SIGNUP_PLAN, passwordHash });
    if (!account) {
      refuse('There is an account with this email already.', 409);
      return;
    }
    sessions.begin(ctx, account);
    ctx.redirect('/');
    ctx.status = 303;
  });
}

/** Only a path of ours: nobody is sent elsewhere by a link to our sign-in. */
function ownPath(to: unknown): string {
  return typeof to === 'string' && /^\/(?![/\\])[^\\\s]*$/.test(to) ? to : '';
}
