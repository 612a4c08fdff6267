import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Middleware } from '../http/context.ts';

const requirePackage = createRequire(import.meta.url);
const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
};

/** Files from npm packages, by the name under which the dashboard serves them. */
const packageFiles: Record<string, string> = {
  'highlight.js': '@highlightjs/cdn-assets/es/core.min.js',
  ...Object.fromEntries(
    ['json', 'xml', 'markdown', 'css', 'typescript', 'bash', 'python'].map((name) => [
      `${name}-grammar.js`,
      `@highlightjs/cdn-assets/es/languages/${name}.min.js`,
    ]),
  ),
  'inter.woff2': '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  'inter-ext.woff2': '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2',
  'mono.woff2': '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
};

const faviconSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#c2410c"/><g stroke="#fff" stroke-width="2" stroke-linecap="round" opacity=".55"><path d="M6 10h20M6 16h20M6 22h20"/></g><ellipse cx="13" cy="19" rx="5" ry="4" transform="rotate(-18 13 19)" fill="#fff"/><path d="M17.6 17.5V6.5" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/></svg>`;

export type Assets = ReturnType<typeof loadAssets>;

/** Styles, scripts and fonts, read once. Their URL contains a hash of all of them, so browsers may cache them forever. */
export function loadAssets() {
  const files = new Map<string, Buffer>();
  files.set('dashboard.css', Buffer.concat(readFolder('styles').map(([, body]) => body)));
  const tokens = readFileSync(new URL('./styles/1-tokens.css', import.meta.url));
  files.set(
    'reference.css',
    Buffer.concat([tokens, readFileSync(new URL('./reference/reference.css', import.meta.url))]),
  );
  for (const [name, body] of readFolder('client')) if (extname(name) === '.js') files.set(name, body);
  for (const [name, path] of Object.entries(packageFiles)) files.set(name, readFileSync(requirePackage.resolve(path)));
  files.set('mark.svg', Buffer.from(faviconSvg));

  const hash = createHash('sha256');
  for (const [name, body] of files) hash.update(name).update(body);
  const base = `/assets/${hash.digest('hex').slice(0, 12)}`;

  const serve: Middleware = (ctx, next) => {
    const name = /^\/assets\/\w+\/([\w.-]+)$/.exec(ctx.path)?.[1];
    const body = name === undefined ? undefined : files.get(name);
    if (!name || !body) return next();
    ctx.type = contentTypes[extname(name)] ?? 'application/octet-stream';
    ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
    ctx.body = body;
  };
  return { serve, url: (name: string) => `${base}/${name}` };
}

function readFolder(name: string): [string, Buffer][] {
  const path = fileURLToPath(new URL(`./${name}/`, import.meta.url));
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry): [string, Buffer] => [entry.name, readFileSync(path + entry.name)])
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
