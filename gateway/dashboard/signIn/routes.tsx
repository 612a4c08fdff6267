import { isEmail } from '../../../contracts/accounts/emailRule.ts';
import { passwordProblem } from '../../../contracts/accounts/passwordRule.ts';
import { Failure, failures } from '../../../contracts/failures.ts';
import { hashPassword, isPassword } from '../../accounts/passwords.ts';
import type { Context } from '../../http/context.ts';
import { readForm } from '../csrf.ts';
import type { PageDeps, PageRouter } from '../deps.ts';
import { viewerOf } from '../requireSignIn.ts';
import { redirectAfterPost, sendPage } from '../view/send.tsx';
import { SignInPage, SignUpPage } from './pages.tsx';
import { createThrottle } from './throttle.ts';

export function signInRoutes(router: PageRouter, { settings, storage, sessions, assets, requireSignIn }: PageDeps) {
  const throttle = createThrottle(storage.rateLimits);
  const isSignUpOpen = settings.SIGNUP === 'open';

  function sendSignIn(ctx: Context, props: { email?: string; to?: string; done?: string; problem?: string } = {}) {
    const csrf = sessions.csrfToken(sessions.readOrCreate(ctx));
    sendPage(ctx, assets, { title: 'Sign in' }, <SignInPage csrf={csrf} isSignUpOpen={isSignUpOpen} {...props} />);
  }

  router.get('/sign-in', (ctx) =>
    sendSignIn(ctx, {
      to: localPath(ctx.query['to']),
      ...(ctx.query['done'] === 'deleted' && { done: 'Your account is deleted; its data is gone within a minute.' }),
    }),
  );

  router.post('/sign-in', async (ctx) => {
    const form = await readForm(ctx, sessions);
    const email = form('email').trim();
    const to = localPath(form('to'));
    try {
      await throttle.signIn(ctx, email);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      sendSignIn(ctx, { email, to, problem: error.message });
      ctx.status = failures[error.kind].status;
      return;
    }
    const account = await storage.accounts.findByEmail(email);
    if (!(await isPassword(form('password'), account?.passwordHash)) || !account) {
      sendSignIn(ctx, { email, to, problem: 'This email and password do not belong together.' });
      ctx.status = 401;
      return;
    }
    await throttle.reset(ctx, email);
    sessions.begin(ctx, account);
    redirectAfterPost(ctx, to || '/');
  });

  router.post('/sign-out', async (ctx) => {
    await readForm(ctx, sessions);
    await sessions.end(ctx);
    redirectAfterPost(ctx, '/sign-in');
  });

  router.post('/sign-out-everywhere', requireSignIn, async (ctx) => {
    await readForm(ctx, sessions);
    await storage.accounts.endSessions(viewerOf(ctx).account._id);
    await sessions.end(ctx);
    redirectAfterPost(ctx, '/sign-in');
  });
}

export function signUpRoutes(router: PageRouter, { settings, storage, sessions, assets }: PageDeps) {
  if (settings.SIGNUP !== 'open') return;
  const throttle = createThrottle(storage.rateLimits);

  function sendSignUp(ctx: Context, props: { email?: string; problem?: string } = {}) {
    const csrf = sessions.csrfToken(sessions.readOrCreate(ctx));
    sendPage(ctx, assets, { title: 'Create an account' }, <SignUpPage csrf={csrf} {...props} />);
  }

  router.get('/sign-up', (ctx) => sendSignUp(ctx));
  router.post('/sign-up', async (ctx) => {
    const form = await readForm(ctx, sessions);
    const email = form('email').trim();
    function reject(problem: string, status: number) {
      sendSignUp(ctx, { email, problem });
      ctx.status = status;
    }
    if (!isEmail(email)) {
      reject('This is not an email address.', 400);
      return;
    }
    const problem = passwordProblem(form('password'));
    if (problem) {
      reject(problem, 400);
      return;
    }
    await throttle.signUp(ctx);
    const passwordHash = await hashPassword(form('password'));
    const account = await storage.accounts.create({ email, plan: settings.SIGNUP_PLAN, passwordHash });
    if (!account) {
      reject('There is already an account with this email.', 409);
      return;
    }
    sessions.begin(ctx, account);
    redirectAfterPost(ctx, '/');
  });
}

/** Accepts only paths on this host, so that a link to the sign-in page cannot redirect to another site. */
function localPath(to: unknown): string {
  return typeof to === 'string' && /^\/(?![/\\])[^\\\s]*$/.test(to) ? to : '';
}
