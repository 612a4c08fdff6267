/** An SMTP server on loopback, whose received mails can be read over HTTP: `GET /?to=<address>`. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { listenOnLoopback } from './loopback.ts';

interface Received {
  to: string[];
  raw: string;
}

export async function startMailServer() {
  const mails: Received[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      text(stream).then((raw) => {
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw });
        done();
      }, done);
    },
  });
  await once(smtp.listen(0, '127.0.0.1'), 'listening');
  const http = createServer((request, response) => {
    const to = new URL(request.url ?? '/', 'http://mail').searchParams.get('to') ?? '';
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(mails.filter((mail) => mail.to.includes(to)).map(({ raw }) => raw)));
  });
  const { address, close } = await listenOnLoopback(http);
  return {
    smtp: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    address,
    async close() {
      await new Promise<void>((resolve) => {
        smtp.close(resolve);
      });
      await close();
    },
  };
}
