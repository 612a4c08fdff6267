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

const maxOrigins = 500;

/** The lines of the editor, each with its problem if it is not a valid origin. */
export function checkLines(text: string): CheckedLine[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  // One line too many is enough to say so.
  return lines.slice(0, maxOrigins + 1).map((line, index) => ({
    text: line,
    problem: index < maxOrigins ? validateOriginEntry(line) : `A key can have at most ${maxOrigins} origins.`,
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
            <code>{text}</code> {problem ?? meaningOf(text)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function meaningOf(entry: string) {
  const host = normalizeOriginEntry(entry);
  return host.startsWith('*.')
    ? `allows every subdomain of ${host.slice(2)}, not ${host.slice(2)} itself`
    : 'allows exactly this host';
}

const ruleTexts: Record<OriginRule, (host: string) => string> = {
  'any-site': () => 'the list is empty, so any site is allowed',
  'exact-host': (host) => `the list names ${host}`,
  subdomain: (host) => `a wildcard of the list covers ${host}`,
  'no-page': () => 'a request without an origin is always allowed',
  localhost: () => 'localhost and its subdomains are always allowed',
  unlisted: (host) => (host ? `nothing in the list covers ${host}` : 'this origin has no host that could be listed'),
};

/** Whether the image API would accept a request from a page of that origin, and why. */
export function TriedOrigin({ origin, lines }: { origin: string; lines: readonly CheckedLine[] }) {
  const entries = entriesOf(lines);
  // An empty list would allow any site; a list with only invalid lines is not meant that way.
  if (entries.length === 0 && lines.length > 0) return <p class="hint">No line of the list is valid yet.</p>;
  // People may type just a host; browsers send a whole origin.
  const sent = /^[a-z][a-z0-9+.-]*:\/\//i.test(origin) || origin === 'null' ? origin : `https://${origin}`;
  const { allowed, rule, host }: OriginDecision = decideOrigin({ entries, origin: origin && sent });
  return (
    <p class={`tried ${allowed ? 'good' : 'bad'}`}>
      <Icon name={allowed ? 'check' : 'cross'} />
      <span>
        <strong>{allowed ? 'Allowed' : 'Not allowed'}</strong>: {ruleTexts[rule](host ?? '')}.
      </span>
    </p>
  );
}
