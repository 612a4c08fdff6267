import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createPostMail } from '../../../activities/notify/mail.ts';
import type { Mail } from '../../../storage/mails.ts';
import { startMailServer } from '../../support/mailServer.ts';

const mail: Mail = {
  _id: 'overage:acc_a:2026-11',
  account: 'acc_a',
  to: 'owner@example.com',
  subject: 'Über the allowance',
  text: 'Hello,\n\nnothing is blocked.\n',
  createdAt: new Date(),
  state: 'waiting',
};
const silent = pino({ level: 'silent' });

describe('mail to account owners', () => {
  it('is handed to the mail server under a stable Message-ID', async () => {
    const mailbox = await startMailServer();
    const post = createPostMail({ url: mailbox.smtp, from: 'Sightread <us@example.com>', log: silent });
    expect(await post(mail)).toBe('sent');
    expect(await post(mail)).toBe('sent');
    const answer = await fetch(`${mailbox.address}/?to=owner@example.com`);
    const received: string[] = JSON.parse(await answer.text());
    await mailbox.close();
    expect(received).toHaveLength(2);
    for (const raw of received) {
      expect(raw).toMatch(/^From: Sightread <us@example.com>/m);
      expect(raw).toMatch(/^Message-ID: <overage.acc_a.2026-11@sightread>/m);
      expect(raw).toContain('nothing is blocked.');
    }
  });

  it('fails if the mail server does not answer, so that it is retried', async () => {
    const post = createPostMail({ url: 'smtp://127.0.0.1:1', from: 'us@example.com', log: silent });
    await expect(post(mail)).rejects.toThrow();
  });

  it('is kept if no mail server is configured, and the log says so', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    const post = createPostMail({ url: undefined, from: 'us@example.com', log });
    expect(await post(mail)).toBe('kept');
    expect(lines.join()).toContain('SMTP_URL is not set');
  });
});
