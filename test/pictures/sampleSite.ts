/** The site of a company that does not exist: what the pictures of the README show is read from it. */
import { createServer } from 'node:http';
import { listenOnLoopback } from '../support/loopback.ts';

export const sampleHost = 'lumen.example';
export const guides = 200;

function mark(ink: string, light: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="48" height="48" role="img" aria-label="Lumen"><path fill="${ink}" d="M18 18h12l4 26H14z"/><path fill="${light}" d="M17 8h14v9H17z"/><path fill="${ink}" d="M15 6l9-5 9 5v3H15z"/><path fill="${light}" opacity=".55" d="M31 9l15-5v15l-15-4zM17 9L2 4v15l15-4z"/></svg>`;
}

const style = `
:root { --navy: #12355b; --amber: #f5a524; --foam: #eaf4f4; --ink: #16202c; }
body { margin: 0; font: 17px/1.6 Inter, system-ui, sans-serif; color: var(--ink); background: #fff; }
header { display: flex; gap: 2rem; align-items: center; padding: 1.25rem 3rem; }
header a { color: var(--navy); text-decoration: none; font-weight: 600; }
header .logo { display: flex; gap: .75rem; align-items: center; font-size: 1.3rem; margin-right: auto; }
.hero { background: var(--navy); color: #fff; padding: 6rem 3rem; }
h1, h2 { font-family: Georgia, serif; line-height: 1.15; }
h1 { font-size: 3.2rem; margin: 0 0 1rem; max-width: 18ch; }
.button { display: inline-block; background: var(--amber); color: var(--ink); border: 0; border-radius: 10px; padding: .8rem 1.6rem; font: 600 1rem Inter, sans-serif; text-decoration: none; }
.button.secondary { background: transparent; color: #fff; border: 2px solid #ffffff66; }
main > section { padding: 4rem 3rem; } .cards { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1.5rem; background: var(--foam); }
.card { background: #fff; border-radius: 14px; padding: 1.5rem; } footer { background: var(--ink); color: #fff; padding: 2rem 3rem; }`;

function layout(title: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta property="og:site_name" content="Lumen"><meta name="description" content="Lamps and lenses for lighthouses.">
<link rel="icon" type="image/svg+xml" href="/icon.svg"><style>${style}</style></head><body>
<header><a class="logo" href="/">${mark('#12355b', '#f5a524')} Lumen</a><a href="/guides/1">Guides</a><a href="/prices">Prices</a></header>
<main>${content}</main><footer>Lumen Works, at the harbor since 1887</footer></body></html>`;
}

const home = layout(
  'Lumen: light that carries',
  `<section class="hero"><h1>Light that carries twenty miles</h1><p>Lenses, lamps and keepers’ tools for every tower on the coast.</p>
<a class="button" href="/prices">See prices</a> <a class="button secondary" href="/guides/1">Read the guides</a></section>
<section class="cards"><div class="card"><h2>Lenses</h2><p>Ground by hand, first to sixth order.</p></div><div class="card"><h2>Lamps</h2><p>Oil, gas and electric, ready to fit.</p></div><div class="card"><h2>Logbooks</h2><p>A page for each night of the year.</p></div></section>`,
);

const prices = layout(
  'Prices',
  `<article><h1>Prices</h1><p>All prices are for a tower of up to thirty meters. Larger ones are quoted within a day.</p>
<table><tr><th>Lens</th><th>Range</th><th>Price</th></tr><tr><td>First order</td><td>20 miles</td><td>€ 48,000</td></tr>
<tr><td>Fourth order</td><td>12 miles</td><td>€ 9,500</td></tr><tr><td>Sixth order</td><td>5 miles</td><td>€ 2,100</td></tr></table>
<h2>What is included</h2><ul><li>Delivery to the pier</li><li>A keeper’s handbook</li><li>Ten years of polish</li></ul></article>`,
);

function guide(number: number): string {
  const sentence = `Trim the wick before dusk, wind the clockwork, and write the hour into the logbook on page ${number}.`;
  return layout(
    `Guide ${number}`,
    `<article><h1>Guide ${number}</h1>${`<p>${sentence} ${sentence}</p>`.repeat(6)}</article>`,
  );
}

export function startSampleSite() {
  return listenOnLoopback(
    createServer((request, response) => {
      const path = request.url ?? '/';
      const [, number] = /^\/guides\/(\d+)$/.exec(path) ?? [];
      if (path === '/icon.svg')
        return response.setHeader('content-type', 'image/svg+xml').end(mark('#12355b', '#f5a524'));
      const body = number ? guide(Number(number)) : { '/': home, '/prices': prices }[path];
      response.writeHead(body ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
      response.end(body ?? layout('Not here', '<h1>Not here</h1>'));
    }),
  );
}
