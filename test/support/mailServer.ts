/** A real mail server on loopback, with what it has received on show over HTTP. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

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
  const http = createServer((request, response) => {
    const to = new URL(request.url ?? '/', 'http://mailbox').searchParams.get('to') ?? '';
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(mails.filter((mail) => mail.to.includes(to)).map(({ raw }) => raw)));
  });
  await new Promise<void>((resolve) => {
    smtp.listen(0, '127.0.0.1', () => http.listen(0, '127.0.0.1', resolve));
  });
  const port = (server: { address(): AddressInfo | string | null }) => (server.address() as AddressInfo).port;
  return {
    smtp: `smtp://127.0.0.1:${port(smtp.server)}`,
    address: `http://127.0.0.1:${port(http)}`,
    close: async () => {
      await new Promise<void>((resolve) => {
        smtp.close(resolve);
      });
      http.closeAllConnections();
      http.close();
    },
  };
}
