/** Sites with icons under lighthouse.com: the first label of the host chooses one, and digits after it give another host. */
import type { ServerResponse } from 'node:http';
import sharp from 'sharp';

function square(color: string, side: number) {
  return sharp({ create: { width: side, height: side, channels: 4, background: '#0000' } })
    .composite([{ input: { create: { width: side / 2, height: side / 2, channels: 4, background: color } } }])
    .png()
    .toBuffer();
}

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" onload="alert(1)"><script>alert(2)</script>
<image href="http://evil.example/x.png"/><circle cx="5" cy="5" r="4" fill="#c2185b"/></svg>`;

function home(head: string) {
  return `<!doctype html><html><head><title>Site</title>${head}</head><body><h1>Site</h1></body></html>`;
}

type Answer = { type: string; body: string | Buffer | Promise<Buffer> } | 'hang';

function html(body: string): Answer {
  return { type: 'text/html', body };
}

function png(body: Promise<Buffer>): Answer {
  return { type: 'image/png', body };
}

const plain: Record<string, Answer> = {
  '/': html(home('<link rel="apple-touch-icon" href="/touch.png">')),
  '/touch.png': png(square('#1565c0', 180)),
};

const sites: Record<string, Record<string, Answer>> = {
  plain,
  // For the one test that must be the first to request the icon.
  unseen: { ...plain, '/touch.png': png(square('#00796b', 180)) },
  drawn: {
    '/': html(home('<link rel="icon" type="image/svg+xml" href="/icon.svg">')),
    '/icon.svg': { type: 'image/svg+xml', body: drawing },
  },
  themed: {
    '/': html(
      home(`<link rel="icon" sizes="180x180" href="/light.png" media="(prefers-color-scheme: light)">
      <link rel="icon" sizes="180x180" href="/dark.png" media="(prefers-color-scheme: dark)">`),
    ),
    '/light.png': png(square('#b71c1c', 180)),
    '/dark.png': png(square('#ffeb3b', 180)),
  },
  card: {
    '/': html(home('<meta property="og:image" content="/card.png">')),
    '/card.png': png(
      sharp({ create: { width: 1000, height: 500, channels: 3, background: '#2e7d32' } })
        .composite([{ input: { create: { width: 300, height: 200, channels: 3, background: '#fff' } } }])
        .png()
        .toBuffer(),
    ),
  },
  bare: { '/': html(home('')) },
  hanging: { '/': 'hang' },
};

/** Answers a request to a host under lighthouse.com; returns false for every other host. */
export function answerIcons(host: string, path: string, response: ServerResponse): boolean {
  const name = /^([a-z]+)\d*\.lighthouse\.com/.exec(host)?.[1];
  if (name === undefined) return false;
  const answer = sites[name]?.[path];
  if (answer === 'hang') return true;
  if (!answer) {
    response.writeHead(404).end();
    return true;
  }
  response.setHeader('content-type', answer.type);
  Promise.resolve(answer.body).then((body) => response.end(body));
  return true;
}
