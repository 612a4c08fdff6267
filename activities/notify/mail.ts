import type { createTransport } from 'nodemailer';
import type { Overage } from '../../contracts/work/notify.ts';
import type { Logger } from '../../runtime/log.ts';
import { type Plans, planNamed } from '../../runtime/plans.ts';
import { type Mail, overageMailId } from '../../storage/mails.ts';
import type { Storage } from '../../storage/storage.ts';

interface MailDeps {
  storage: Pick<Storage, 'accounts' | 'mails' | 'usage'>;
  plans: Plans;
  post: PostMail;
}

/** Hands a message to the mail server; `kept` if none is configured. */
export type PostMail = (mail: Mail) => Promise<'sent' | 'kept'>;

const timeoutMs = 20_000;

export function createPostMail({ url, from, log }: { url: string | undefined; from: string; log: Logger }): PostMail {
  if (!url) {
    return async ({ _id, account, subject }) => {
      log.warn({ mail: _id, account, subject }, 'SMTP_URL is not set: the mail is kept and shown on the dashboard');
      return 'kept';
    };
  }
  let transport: ReturnType<typeof createTransport> | undefined;
  return async ({ _id, to, subject, text }) => {
    transport ??= await openTransport(url);
    // Always the same Message-ID: if the worker dies before it notes that the mail was sent, the copy is recognized as one.
    await transport.sendMail({ from, to, subject, text, messageId: `<${_id.replaceAll(':', '.')}@sightread>` });
    return 'sent';
  };
}

async function openTransport(url: string) {
  // Loaded with the first mail, which most workers never send.
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
}

export type MailActivities = ReturnType<typeof createMailActivities>;

export function createMailActivities({ storage, plans, post }: MailDeps) {
  return {
    /** Tells an account's owner, once a month, that its image requests have passed the allowance. */
    async mailOverage({ account: id, month }: Overage): Promise<void> {
      const account = await storage.accounts.find(id);
      if (!account) return;
      const allowance = planNamed(plans, account.plan).imageRequests;
      const { requests } = await storage.usage.ofMonth(id, month);
      const mail = await storage.mails.write({
        _id: overageMailId(id, month),
        account: id,
        to: account.email,
        ...overageWords({ month, requests, allowance, plan: account.plan }),
      });
      if (mail.state !== 'waiting') return;
      await storage.mails.settle(mail._id, await post(mail));
    },
  };
}

const number = new Intl.NumberFormat('en-US');

function overageWords(said: { month: string; requests: number; allowance: number | null; plan: string }) {
  const month = new Date(`${said.month}-01T00:00:00Z`).toLocaleDateString('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const allowance = number.format(said.allowance ?? 0);
  return {
    subject: `Your image requests are over the allowance of ${month}`,
    text: [
      'Hello,',
      '',
      `your account has made ${number.format(said.requests)} image requests in ${month}, and its plan (${said.plan}) includes ${allowance} a month.`,
      '',
      'Nothing is blocked and nothing looks different: every image is served as before. If this goes on, a larger plan fits you better.',
      'The Usage page of your dashboard shows which keys the requests came from.',
      '',
      'This is the only mail about it this month.',
      '',
      'Sightread',
      '',
    ].join('\n'),
  };
}
