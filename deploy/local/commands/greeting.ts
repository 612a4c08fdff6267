/** What a person reads once everything is up. */
import type { Ports } from '../servers/ports.ts';
import type { Terminal } from '../terminal.ts';

interface FirstStart {
  readonly email?: string;
  readonly password?: string;
  readonly secretKey?: string;
  readonly publishableKey?: string;
}

interface GreetingParts {
  readonly home: string;
  readonly ports: Ports;
  /** Whether there is one here: a server that runs elsewhere has its UI elsewhere, too. */
  readonly temporalUi: boolean;
  readonly env: NodeJS.ProcessEnv;
  /** The gateway's; on the first start it carries what was made. */
  readonly readyMessage: unknown;
  readonly paint: Terminal['paint'];
}

export function greeting({ home, ports, temporalUi, env, readyMessage, paint }: GreetingParts): string {
  const api = env.PUBLIC_URL?.replace(/\/$/, '') || `http://localhost:${ports.PORT}`;
  const made = firstStartIn(readyMessage);
  const table = (rows: readonly (readonly [string, string | undefined])[]) =>
    rows.flatMap(([label, value]) => (value ? [`  ${paint('dim', label.padEnd(18))}${value}`] : []));

  return [
    '',
    paint('bold', 'Sightread is up'),
    ...table([
      ['API', `${api}/v1`],
      ['API reference', `${api}/v1/docs`],
      ['Image API', `http://localhost:${ports.IMAGE_PORT}`],
      ['Dashboard', api],
      ['Temporal UI', temporalUi ? `http://localhost:${ports.TEMPORAL_UI_PORT}` : undefined],
      ['Data', home],
    ]),
    ...(made
      ? [
          '',
          `${paint('bold', 'Made on this first start')} ${paint('yellow', '(shown only now: keep them)')}`,
          ...table([
            ['Sign-in', made.email],
            ['Password', made.password],
            ['Secret key', made.secretKey],
            ['Publishable key', made.publishableKey],
          ]),
        ]
      : []),
    '',
    paint('bold', 'Try it'),
    ...curlLines(ports, {
      secret: made?.secretKey ?? (env.BOOTSTRAP_SECRET_KEY || undefined),
      publishable: made?.publishableKey ?? (env.BOOTSTRAP_PUBLISHABLE_KEY || undefined),
    }).map((line) => `  ${line}`),
    '',
    paint('dim', 'Ctrl-C stops everything; the data stays.'),
  ].join('\n');
}

function curlLines(
  { PORT, IMAGE_PORT }: Ports,
  keys: { secret: string | undefined; publishable: string | undefined },
): string[] {
  const api = `http://localhost:${PORT}`;
  // In double quotes, so that the variables work as well as the keys.
  const authorization = `-H "Authorization: Bearer ${keys.secret ?? '$SIGHTREAD_KEY'}"`;
  const body = `-H 'Content-Type: application/json' -d '{"url":"https://example.com"}'`;
  return [
    `curl -s ${api}/v1/scrape ${authorization} ${body}`,
    `curl -s -o github.svg "http://localhost:${IMAGE_PORT}/github.com?token=${keys.publishable ?? '$SIGHTREAD_PUBLISHABLE_KEY'}"`,
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
