import { passwordProblem } from '../../../contracts/accounts/passwordRule.ts';
import { planNamed } from '../../../runtime/plans.ts';
import { asEmail } from '../../../storage/accounts.ts';
import { deleteAccount } from '../../accounts/deletion.ts';
import { hashPassword, isPassword } from '../../accounts/passwords.ts';
import type { Context } from '../../http/context.ts';
import { readForm } from '../csrf.ts';
import type { PageDeps, PageRouter } from '../deps.ts';
import { viewerOf } from '../requireSignIn.ts';
import { createThrottle } from '../signIn/throttle.ts';
import { redirectAfterPost, sendPage } from '../view/send.tsx';
import { AccountPage } from './AccountPage.tsx';

const maxMails = 20;

interface Outcome {
  done?: string;
  problem?: string;
  deletionProblem?: string;
}

export function accountRoutes(router: PageRouter, deps: PageDeps) {
  const { plans, storage, flows, sessions, assets, requireSignIn } = deps;
  const throttle = createThrottle(storage.rateLimits);

  async function sendAccount(ctx: Context, { done, ...problems }: Outcome = {}) {
    const { account, csrf } = viewerOf(ctx);
    const plan = planNamed(plans, account.plan);
    const mails = await storage.mails.ofAccount(account._id, maxMails);
    sendPage(
      ctx,
      assets,
      { title: 'Account', done },
      <AccountPage account={account} plan={plan} csrf={csrf} mails={mails} {...problems} />,
    );
  }

  router.get('/account', requireSignIn, (ctx) =>
    sendAccount(ctx, ctx.query['done'] === 'password' ? { done: 'Your password is changed.' } : {}),
  );

  router.post('/account/password', requireSignIn, async (ctx) => {
    const form = await readForm(ctx, sessions);
    const { account } = viewerOf(ctx);
    async function reject(problem: string) {
      await sendAccount(ctx, { problem });
      ctx.status = 400;
    }
    // Someone at another person's unlocked screen must not be able to guess the password either.
    await throttle.signIn(ctx, account.email);
    if (!(await isPassword(form('current'), account.passwordHash))) {
      await reject('The current password is not right.');
      return;
    }
    const problem = passwordProblem(form('next'));
    if (problem) {
      await reject(problem);
      return;
    }
    await throttle.reset(ctx, account.email);
    await storage.accounts.setPassword(account._id, await hashPassword(form('next')));
    const changed = await storage.accounts.find(account._id);
    if (changed) sessions.begin(ctx, changed);
    redirectAfterPost(ctx, '/account?done=password');
  });

  router.post('/account/delete', requireSignIn, async (ctx) => {
    const form = await readForm(ctx, sessions);
    const { account } = viewerOf(ctx);
    await throttle.signIn(ctx, account.email);
    if (asEmail(form('email')) !== account.email || !(await isPassword(form('password'), account.passwordHash))) {
      await sendAccount(ctx, { deletionProblem: 'The email and password of this account are needed to delete it.' });
      ctx.status = 400;
      return;
    }
    await deleteAccount({ storage, flows }, account._id);
    await sessions.end(ctx);
    redirectAfterPost(ctx, '/sign-in?done=deleted');
  });
}
