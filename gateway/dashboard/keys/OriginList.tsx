import {
  decideOrigin,
  normalizeOriginEntry,
  type OriginDecision,
  type OriginRule,
  validateOriginEntry,
} from '../../../contracts/accounts/origins.ts';
import { Icon } from '../view/Icon.tsx';

export interface CheckedLine {
  text: string;
  problem?: string | undefined;
}

const mostOrigins = 500;

/** The entries of the editor, one a line, each with what is wrong with it. */
export function checkLines(text: string): CheckedLine[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.map((line, at) => ({
    text: line,
    problem: at < mostOrigins ? validateOriginEntry(line) : `A key has at most ${mostOrigins} origins.`,
  }));
}

export function entriesOf(lines: readonly CheckedLine[]) {
  return [...new Set(lines.filter(({ problem }) => !problem).map((line) => normalizeOriginEntry(line.text)))];
}

export function OriginList({ lines }: { lines: readonly CheckedLine[] }) {
  return lines.length === 0 ? (
    <p class="muted">The list is empty: pages of any site may use this key.</p>
  ) : (
    <ul class="checks">
      {lines.map(({ text, problem }) => (
        <li class={problem ? 'bad' : 'good'}>
          <Icon name={problem ? 'cross' : 'check'} />
          <span>
            <code>{text}</code> {problem ?? meaning(text)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function meaning(entry: string) {
  const host = normalizeOriginEntry(entry);
  return host.startsWith('*.')
    ? `allows every subdomain of ${host.slice(2)}, not ${host.slice(2)} itself`
    : 'allows exactly this host';
}

const rules: Record<OriginRule, (host: string) => string> = {
  'any-site': () => 'the list is empty, so any site may',
  'exact-host': (host) => `the list names ${host}`,
  subdomain: (host) => `a wildcard of the list covers ${host}`,
  'no-page': () => 'a request that names no page always may',
  localhost: () => 'localhost and its subdomains always may',
  unlisted: (host) => (host ? `nothing in the list covers ${host}` : 'this names no host that could be listed'),
};

/** What the image API would say to a page of that origin. */
export function TriedOrigin({ origin, lines }: { origin: string; lines: readonly CheckedLine[] }) {
  const entries = entriesOf(lines);
  // An empty list allows any site, which is not what a list of slips is meant to do.
  if (entries.length === 0 && lines.length > 0) return <p class="hint">No line of the list can be used yet.</p>;
  // People type a host; browsers send a whole origin.
  const sent = /^[a-z][a-z0-9+.-]*:\/\//i.test(origin) || origin === 'null' ? origin : `https://${origin}`;
  const { allowed, rule, host }: OriginDecision = decideOrigin({ entries, origin: origin && sent });
  return (
    <p class={`tried ${allowed ? 'good' : 'bad'}`}>
      <Icon name={allowed ? 'check' : 'cross'} />
      <span>
        <strong>{allowed ? 'Allowed' : 'Not allowed'}</strong>: {rules[rule](host ?? '')}.
      </span>
    </p>
  );
}
