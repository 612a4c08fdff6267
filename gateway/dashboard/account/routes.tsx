import type Router from '@koa/router';
import type { Context } from 'koa';
import { minPasswordLength, passwordProblem } from '../../../contracts/accounts/passwordRule.ts';
import { planNamed } from '../../../runtime/plans.ts';
import type { Mail } from '../../../storage/mails.ts';
import { hashPassword, isPassword } from '../../accounts/passwords.ts';
import { readForm } from '../csrf.ts';
import type { PageDeps } from '../deps.ts';
import { viewerOf } from '../requireSignIn.ts';
import { createThrottle } from '../signIn/throttle.ts';
import { Card, Notice, PageHead, Pill } from '../view/components.tsx';
import { formatDay, formatLimit, formatNumber, formatTime } from '../view/format.ts';
import { Csrf, Field } from '../view/formControls.tsx';
import { sendPage } from '../view/send.tsx';

const shownMails = 20;

/** The account itself: plan, password, sessions, messages. */
export function accountRoutes(router: Router, { plans, storage, sessions, assets, requireSignIn }: PageDeps) {
  const throttle = createThrottle(storage.rateLimits);

  async function showAccount(ctx: Context, said: { done?: string; problem?: string } = {}) {
    const { account, csrf } = viewerOf(ctx);
    const plan = planNamed(plans, account.plan);
    const mails = await storage.mails.ofAccount(account._id, shownMails);
    sendPage(
      ctx,
      assets,
      { title: 'Account', done: said.done },
      <>
        <PageHead title="Account" lead={account.email} />
        <Card title="Plan" id="plan">
          <dl class="facts">
            <dt>Plan</dt>
            <dd>
              <Pill tone="accent">{account.plan}</Pill>
            </dd>
            <dt>Credits a month</dt>
            <dd>{formatLimit(plan.credits)}</dd>
            <dt>Image requests a month</dt>
            <dd>{formatLimit(plan.imageRequests)}</dd>
            <dt>API requests a minute</dt>
            <dd>{formatLimit(plan.requestsPerMinute)}</dd>
            <dt>Pages at a time</dt>
            <dd>{formatNumber(plan.concurrentPages)}</dd>
            <dt>Account</dt>
            <dd>
              <code>{account._id}</code>, since {formatDay(account.createdAt)}
            </dd>
          </dl>
        </Card>
        <Card title="Password" id="password-card" lead="Changing it signs you out everywhere else.">
          {said.problem && <Notice tone="bad">{said.problem}</Notice>}
          <form method="post" action="/account/password" class="stack narrow">
            <Csrf token={csrf} />
            <input type="text" name="username" value={account.email} autocomplete="username" hidden readonly />
            <Field label="Current password" name="current">
              <input id="current" name="current" type="password" autocomplete="current-password" required />
            </Field>
            <Field label="New password" name="next" hint={`At least ${minPasswordLength} characters.`}>
              <input
                id="next"
                name="next"
                type="password"
                autocomplete="new-password"
                minlength={minPasswordLength}
                aria-describedby="next-hint"
                required
              />
            </Field>
            <div class="actions start">
              <button type="submit" class="button primary">
                Change password
              </button>
            </div>
          </form>
        </Card>
        <Card title="Sessions" id="sessions" lead="Ends every session of this account, this one too.">
          <form method="post" action="/sign-out-everywhere">
            <Csrf token={csrf} />
            <button type="submit" class="button danger">
              Sign out everywhere
            </button>
          </form>
        </Card>
        <Messages mails={mails} />
      </>,
    );
  }

  router.get('/account', requireSignIn, (ctx) =>
    showAccount(ctx, ctx.query['done'] === 'password' ? { done: 'Your password is changed.' } : {}),
  );

  router.post('/account/password', requireSignIn, async (ctx) => {
    const form = await readForm(ctx, sessions);
    const { account } = viewerOf(ctx);
    async function refuse(problem: string) {
      await showAccount(ctx, { problem });
      ctx.status = 400;
    }
    // Somebody at an unlocked screen must not guess either.
    await throttle.signIn(ctx, account.email);
    if (!(await isPassword(form('current'), account.passwordHash))) {
      await refuse('The current password is not right.');
      return;
    }
    const problem = passwordProblem(form('next'));
    if (problem) {
      await refuse(problem);
      return;
    }
    await throttle.reset(ctx, account.email);
    await storage.accounts.setPassword(account._id, await hashPassword(form('next')));
    const changed = await storage.accounts.find(account._id);
    if (changed) sessions.begin(ctx, changed);
    ctx.redirect('/account?done=password');
    ctx.status = 303;
  });
}

const stateWords: Record<Mail['state'], string> = {
  waiting: 'being sent',
  sent: 'sent by mail',
  kept: 'kept here: no mail server is set',
};

function Messages({ mails }: { mails: readonly Mail[] }) {
  return (
    <Card title="Messages" id="messages" lead="What we have written to you.">
      {mails.length === 0 ? (
        <p class="muted">None so far.</p>
      ) : (
        mails.map(({ subject, text, createdAt, state }) => (
          <details class="message">
            <summary>
              <span>{subject}</span>
              <span class="muted">
                {formatTime(createdAt)} · {stateWords[state]}
              </span>
            </summary>
            <pre class="letter">{text}</pre>
          </details>
        ))
      )}
    </Card>
  );
}
