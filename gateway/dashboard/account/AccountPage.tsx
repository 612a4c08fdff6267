import { minPasswordLength } from '../../../contracts/accounts/passwordRule.ts';
import type { Plan } from '../../../runtime/plans.ts';
import type { Account } from '../../../storage/accounts.ts';
import type { Mail } from '../../../storage/mails.ts';
import { Card, Notice, PageHead, Pill } from '../view/components.tsx';
import { formatDay, formatLimit, formatNumber, formatTime } from '../view/format.ts';
import { Csrf, Field } from '../view/formControls.tsx';

interface AccountPageProps {
  account: Account;
  plan: Plan;
  csrf: string;
  mails: readonly Mail[];
  /** Why the new password was rejected. */
  problem?: string;
  /** Why the account was not deleted. */
  deletionProblem?: string;
}

export function AccountPage({ account, plan, csrf, mails, problem, deletionProblem }: AccountPageProps) {
  return (
    <>
      <PageHead title="Account" lead={account.email} />
      <PlanCard account={account} plan={plan} />
      <PasswordCard email={account.email} csrf={csrf} {...(problem && { problem })} />
      <SessionsCard csrf={csrf} />
      <MessagesCard mails={mails} />
      <DeletionCard csrf={csrf} {...(deletionProblem && { problem: deletionProblem })} />
    </>
  );
}

function PlanCard({ account, plan }: { account: Account; plan: Plan }) {
  return (
    <Card title="Plan" id="plan">
      <dl class="facts">
        <dt>Plan</dt>
        <dd>
          <Pill tone="accent">{account.plan}</Pill>
        </dd>
        <dt>Credits per month</dt>
        <dd>{formatLimit(plan.credits)}</dd>
        <dt>Image requests per month</dt>
        <dd>{formatLimit(plan.imageRequests)}</dd>
        <dt>API requests per minute</dt>
        <dd>{formatLimit(plan.requestsPerMinute)}</dd>
        <dt>Pages at the same time</dt>
        <dd>{formatNumber(plan.concurrentPages)}</dd>
        <dt>Keys</dt>
        <dd>{formatLimit(plan.keys)}</dd>
        <dt>Running jobs</dt>
        <dd>{formatLimit(plan.openJobs)}</dd>
        <dt>Running jobs with a webhook</dt>
        <dd>{formatLimit(plan.webhooks)}</dd>
        <dt>Event streams at the same time</dt>
        <dd>{formatLimit(plan.eventStreams)}</dd>
        <dt>Account</dt>
        <dd>
          <code>{account._id}</code>, since {formatDay(account.createdAt)}
        </dd>
      </dl>
    </Card>
  );
}

function PasswordCard({ email, csrf, problem }: { email: string; csrf: string; problem?: string }) {
  return (
    <Card title="Password" id="password-card" lead="Changing it signs you out everywhere else.">
      {problem && <Notice tone="bad">{problem}</Notice>}
      <form method="post" action="/account/password" class="stack narrow">
        <Csrf token={csrf} />
        <input type="text" name="username" value={email} autocomplete="username" hidden readonly />
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
  );
}

function SessionsCard({ csrf }: { csrf: string }) {
  return (
    <Card title="Sessions" id="sessions" lead="Ends every session of this account, including this one.">
      <form method="post" action="/sign-out-everywhere">
        <Csrf token={csrf} />
        <button type="submit" class="button danger">
          Sign out everywhere
        </button>
      </form>
    </Card>
  );
}

function DeletionCard({ csrf, problem }: { csrf: string; problem?: string }) {
  return (
    <Card
      title="Delete the account"
      id="deletion"
      lead="Its keys stop within a second, running jobs end, and everything that belongs to it is removed. This cannot be undone."
    >
      {problem && <Notice tone="bad">{problem}</Notice>}
      <form method="post" action="/account/delete" class="stack narrow">
        <Csrf token={csrf} />
        <Field label="Email of this account" name="email">
          <input id="email" name="email" type="email" autocomplete="off" required />
        </Field>
        <Field label="Password" name="password">
          <input id="password" name="password" type="password" autocomplete="current-password" required />
        </Field>
        <div class="actions start">
          <button type="submit" class="button danger solid">
            Delete for good
          </button>
        </div>
      </form>
    </Card>
  );
}

const mailStates: Record<Mail['state'], string> = {
  waiting: 'being sent',
  sent: 'sent by mail',
  kept: 'shown here only: no mail server is configured',
};

function MessagesCard({ mails }: { mails: readonly Mail[] }) {
  return (
    <Card title="Messages" id="messages" lead="Emails from Sightread to you.">
      {mails.length === 0 ? (
        <p class="muted">No messages yet.</p>
      ) : (
        mails.map(({ subject, text, createdAt, state }) => (
          <details class="message">
            <summary>
              <span>{subject}</span>
              <span class="muted">
                {formatTime(createdAt)} · {mailStates[state]}
              </span>
            </summary>
            <pre class="letter">{text}</pre>
          </details>
        ))
      )}
    </Card>
  );
}
