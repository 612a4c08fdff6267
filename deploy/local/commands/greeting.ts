/** The text that `npm start` prints once everything is ready. */
import { isIPv6 } from 'node:net';
import type { Ports } from '../servers/ports.ts';
import type { Terminal } from '../terminal.ts';

/** Credentials that the gateway created; sent on the first start only. */
interface FirstStart {
  readonly email?: string;
  readonly password?: string;
  readonly secretKey?: string;
  readonly publishableKey?: string;
}

interface GreetingOptions {
  readonly home: string;
  readonly ports: Ports;
  /** False when Temporal runs elsewhere, and so does its UI. */
  readonly hasTemporalUi: boolean;
  readonly env: NodeJS.ProcessEnv;
  /** The gateway's ready message, which has the FirstStart on the first start. */
  readonly readyMessage: unknown;
  readonly paint: Terminal['paint'];
}

export function greeting({ home, ports, hasTemporalUi, env, readyMessage, paint }: GreetingOptions): string {
  const host = hostInUrls(env.HOST);
  const local = { api: `http://${host}:${ports.PORT}`, images: `http://${host}:${ports.IMAGE_PORT}` };
  const api = withoutSlash(env.PUBLIC_URL) || local.api;
  const created = firstStartIn(readyMessage);
  const table = (rows: readonly (readonly [string, string | undefined])[]) =>
    rows.flatMap(([label, value]) => (value ? [`  ${paint('dim', label.padEnd(18))}${value}`] : []));

  return [
    '',
    paint('bold', 'Sightread is up'),
    ...table([
      ['API', `${api}/v1`],
      ['API reference', `${api}/v1/docs`],
      ['Image API', withoutSlash(env.PUBLIC_IMAGE_URL) || local.images],
      ['Dashboard', api],
      ['Temporal UI', hasTemporalUi ? `http://localhost:${ports.TEMPORAL_UI_PORT}` : undefined],
      ['Data', home],
      ['Listens on', isLoopback(env.HOST) ? undefined : `${env.HOST}: other machines can reach it too`],
    ]),
    ...(created
      ? [
          '',
          `${paint('bold', 'Created on this first start')} ${paint('yellow', '(shown only now: keep them)')}`,
          ...table([
            ['Sign-in', created.email],
            ['Password', created.password],
            ['Secret key', created.secretKey],
            ['Publishable key', created.publishableKey],
          ]),
        ]
      : []),
    '',
    paint('bold', 'Try it'),
    ...curlLines(local, {
      secret: created?.secretKey ?? (env.BOOTSTRAP_SECRET_KEY || undefined),
      publishable: created?.publishableKey ?? (env.BOOTSTRAP_PUBLISHABLE_KEY || undefined),
    }).map((line) => `  ${line}`),
    '',
    paint('dim', 'Ctrl-C stops everything; the data stays.'),
  ].join('\n');
}

function withoutSlash(url: string | undefined) {
  return url?.trim().replace(/\/$/, '');
}

function isLoopback(host: string | undefined) {
  return !host?.trim() || /^(127\.|::1$)/.test(host.trim());
}

/** Where this machine reaches what listens on `host`. */
function hostInUrls(host: string | undefined): string {
  const address = host?.trim() ?? '';
  if (isLoopback(address) || address === '0.0.0.0' || address === '::') return 'localhost';
  return isIPv6(address) ? `[${address}]` : address;
}

function curlLines(
  { api, images }: { api: string; images: string },
  keys: { secret: string | undefined; publishable: string | undefined },
): string[] {
  // In double quotes, so that the shell expands the variable when the key is not known.
  const authorization = `-H "Authorization: Bearer ${keys.secret ?? '$SIGHTREAD_KEY'}"`;
  const body = `-H 'Content-Type: application/json' -d '{"url":"https://example.com"}'`;
  return [
    `curl -s ${api}/v1/scrape ${authorization} ${body}`,
    `curl -s -o github.svg "${images}/github.com?token=${keys.publishable ?? '$SIGHTREAD_PUBLISHABLE_KEY'}"`,
    `curl -s ${api}/v1/credits ${authorization}`,
  ];
}

function firstStartIn(message: unknown): FirstStart | undefined {
  if (typeof message !== 'object' || message === null || !('firstStart' in message)) return undefined;
  const { firstStart } = message;
  if (typeof firstStart !== 'object' || firstStart === null) return undefined;
  const texts = Object.entries(firstStart).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(texts);
}
