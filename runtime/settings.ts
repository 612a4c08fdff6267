/**
 * Every setting, defined once. The services read the environment through `readSettings` only; a test compares
 * `.env.example` and docs/settings.md with this table.
 */
import { parseProxyUrls } from '../contracts/egress/proxies.ts';
import { parseEgressAllow, parseEgressMap } from '../contracts/egress/rules.ts';
import {
  address,
  buildName,
  email,
  faviconServices,
  flag,
  httpUrl,
  integer,
  key,
  matching,
  ocrLanguageCodes,
  oneOf,
  optional,
  password,
  pemFile,
  port,
  price,
  type Setting,
  secretsKeys,
  setting,
  text,
} from './settingParsers.ts';
import { tlsProblems } from './tlsSettings.ts';

export const settingsTable = {
  SIGHTREAD_HOME: setting('./.sightread', 'Where the self-started stack keeps its data.', text),
  HOST: setting(
    '127.0.0.1',
    'Address on which the APIs and the dashboard listen; 0.0.0.0 for every address of the machine, as in a container.',
    address,
  ),
  PORT: setting('3000', 'Port of the extraction API and the dashboard.', port),
  IMAGE_PORT: setting('3001', 'Port of the image API.', port),
  METRICS_PORT: setting('9464', 'Port of the Prometheus metrics and of the probes /healthz and /readyz.', port),
  METRICS_HOST: setting('127.0.0.1', 'Address on which the metrics are served; 0.0.0.0 in a container.', address),
  WORKER_HOST: setting(
    '127.0.0.1',
    'Address on which a worker takes the calls of gateways; 0.0.0.0 in a container.',
    address,
  ),
  WORKER_PORT: setting(
    '0',
    'Port on which a worker takes the calls of gateways; 0 for any that is free.',
    integer(0, 65_535),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    'OpenTelemetry collector (OTLP over HTTP) that receives the traces; without it nothing is traced.',
    matching(/^https?:\/\/\S+$/, 'an http(s) address'),
  ),
  PUBLIC_URL: optional('Address under which callers reach the extraction API; default http://localhost:PORT.', httpUrl),
  PUBLIC_IMAGE_URL: optional(
    'Address under which callers reach the image API; default http://localhost:IMAGE_PORT.',
    httpUrl,
  ),
  TRUST_PROXIES: setting(
    '0',
    'How many proxies of your own stand in front and pass the address of the caller on.',
    integer(0, 10),
  ),
  MAX_CONNECTIONS_PER_ADDRESS: setting(
    '1000',
    'Connections that one address (of IPv6: one /64) may have open on each port; without effect if TRUST_PROXIES is set, because the proxies see the addresses.',
    integer(1, 1_000_000),
  ),
  EDGE_SECRET: optional(
    'Shared with our own edge (deploy/edge), which asks for permission before it serves a cached image; without it no edge is trusted.',
    matching(/^[\w.~-]{16,}$/, 'at least 16 letters, digits or . _ ~ -'),
  ),
  COUNTS_FOLDER: optional(
    'Local folder, for the gateways of this machine alone, in which image requests are counted until the database has them; without it each image waits for the database.',
    text,
  ),
  EDGE_COUNTS_FOLDER: optional(
    'Local folder that this gateway shares with every edge in front of it, for the edge to count images there by itself; without it the edge asks the gateway for each image.',
    text,
  ),
  TEMPORAL_ADDRESS: setting('127.0.0.1:7233', 'Temporal front end, host:port.', matching(/^[^\s/]+:\d+$/, 'host:port')),
  TEMPORAL_NAMESPACE: setting('default', 'Temporal namespace.', text),
  TEMPORAL_TLS: setting('false', 'Whether the connection to Temporal is encrypted.', flag),
  TEMPORAL_TLS_CA: optional(
    "File with the certificates that Temporal's is checked against; the system's if unset.",
    pemFile,
  ),
  TEMPORAL_TLS_CERT: optional('File with our own certificate, for a Temporal that asks for one.', pemFile),
  TEMPORAL_TLS_KEY: optional('File with the key of that certificate.', pemFile),
  TEMPORAL_TLS_SERVER_NAME: optional(
    "Name in Temporal's certificate, if it is not the host of TEMPORAL_ADDRESS.",
    text,
  ),
  MONGODB_URI: setting(
    'mongodb://127.0.0.1:27018/sightread?replicaSet=sightread',
    'MongoDB with its database; a replica set, for transactions. With tls=true in its options the connection is encrypted.',
    matching(/^mongodb(\+srv)?:\/\//, 'a mongodb:// or mongodb+srv:// address'),
  ),
  MONGODB_TLS_CA: optional(
    "File with the certificates that MongoDB's is checked against; the system's if unset.",
    pemFile,
  ),
  MINIO_ENDPOINT: setting(
    'http://127.0.0.1:9000',
    'MinIO, or any S3-compatible store; https for an encrypted connection.',
    httpUrl,
  ),
  MINIO_ACCESS_KEY: setting('sightread', 'Access key of that store.', text),
  MINIO_SECRET_KEY: setting('sightread-secret', 'Secret key of that store.', text),
  MINIO_TLS_CA: optional(
    "File with the certificates that the store's is checked against; the system's if unset.",
    pemFile,
  ),
  SECRETS_KEYS: optional(
    "Keys that encrypt callers' headers and passwords, and sign links to files: id:secret, separated by commas. The first encrypts, all decrypt. The same for all processes; kept in SIGHTREAD_HOME if unset.",
    secretsKeys,
  ),
  CHROMIUM_PATH: optional('The Chromium to use, best its headless shell; looked up if unset.', text),
  WORKFLOW_BUNDLE: optional('A prebuilt workflow bundle for the workers; bundled at start if unset.', text),
  BUILD_ID: optional(
    'Build of this worker, for upgrades without downtime: running work stays on the build it started on; unversioned if unset.',
    buildName,
  ),
  DEPLOYMENT_NAME: setting('sightread', 'Name of the worker deployment that the builds belong to.', buildName),
  LOG_LEVEL: setting(
    'info',
    'Minimum level of the log lines.',
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal'),
  ),
  USER_AGENT: setting('Mozilla/5.0 (compatible; Sightread/1.0)', 'User-Agent header that sites see.', text),
  SHUTDOWN_GRACE_MS: setting(
    '15000',
    'How long a stopping worker lets its work finish, in milliseconds.',
    integer(0, 600_000),
  ),
  PLANS_FILE: setting('deploy/plans.json', 'The plans: monthly allowances and limits.', text),
  HOST_CONCURRENCY: setting('16', 'Requests to one host at the same time, over all workers.', integer(1, 10_000)),
  HOST_DELAY_MS: setting(
    '0',
    'Pause between two requests to one host, in milliseconds; if set, one request at a time.',
    integer(0, 600_000),
  ),
  RESPECT_ROBOTS: setting(
    'false',
    'Whether single pages and batches read only what robots.txt allows; crawls always do.',
    flag,
  ),
  ALLOW_IGNORING_ROBOTS: setting('false', 'Whether callers may crawl with `ignoreRobotsTxt`.', flag),
  CONVERTER_THREADS: setting(
    '2',
    'Threads of a worker that turn HTML into markdown. One of the browser queue alone needs more than one only while a page takes its thread seconds.',
    integer(1, 64),
  ),
  OCR_LANGUAGES: setting(
    'eng',
    'Languages in which scanned pages and images are read, as Tesseract calls them, such as `eng,deu`. Their data is in the npm packages `@tesseract.js-data/…`, of which only English is installed, or in OCR_DATA_FOLDER.',
    ocrLanguageCodes,
  ),
  OCR_DATA_FOLDER: optional('Folder with the files `LANGUAGE.traineddata` for OCR_LANGUAGES.', text),
  FETCH_SLOTS: setting(
    '64',
    'Maximum concurrent activities of one fetch worker: single pages, or chunks of a batch with up to eight pages each.',
    integer(1, 1_000),
  ),
  WEBHOOK_SLOTS: setting(
    '50',
    'Webhooks that one flow worker posts to at the same time; a job posts one event at a time.',
    integer(1, 1_000),
  ),
  BROWSER_PAGES: setting('4', 'Pages that one browser worker renders at the same time.', integer(1, 64)),
  FAVICON_SERVICES: setting(
    'https://www.google.com/s2/favicons?domain={domain}&sz=256 https://icons.duckduckgo.com/ip3/{domain}.ico',
    'Third-party favicon services, tried in this order if a site yields nothing; `none` switches them off.',
    faviconServices,
  ),
  OPENAI_API_KEY: optional(
    'Key of a language model for /extract. Without this or OPENAI_BASE_URL, answers come from the page alone.',
    text,
  ),
  OPENAI_BASE_URL: optional(
    "Any server that speaks OpenAI's chat completions; default https://api.openai.com/v1.",
    matching(/^https?:\/\/\S+$/, 'an http(s) address'),
  ),
  OPENAI_MODEL: setting('gpt-4.1-mini', 'Name of the model there.', text),
  OPENAI_CONTEXT_TOKENS: setting(
    '32000',
    'Context window of the model in tokens, its answer included; longer pages are read in parts.',
    integer(1_000, 2_000_000),
  ),
  OPENAI_TIMEOUT_MS: setting('120000', 'Timeout of one call to the model, in milliseconds.', integer(1_000, 600_000)),
  OPENAI_PROMPT_PRICE: optional('US dollars per million prompt tokens, for the metrics.', price),
  OPENAI_COMPLETION_PRICE: optional('US dollars per million completion tokens, for the metrics.', price),
  EXTRACT_THREADS: setting('2', 'Threads of a worker that read declarations and check schemas.', integer(1, 64)),
  SEARXNG_URL: optional(
    'A SearXNG server that answers in JSON, for /v2/search; without it, searches are answered 501.',
    matching(/^https?:\/\/\S+$/, 'an http(s) address'),
  ),
  PROXY_URLS: setting(
    '',
    'Proxies through which pages are read, in turn: name/country=socks5://user:password@host:port (also http and https; name and country may be left out), separated by commas. Without them sites are connected to directly.',
    parseProxyUrls,
  ),
  EGRESS_ALLOW: setting(
    '',
    'For tests and staging: non-public addresses or CIDRs that may be fetched.',
    parseEgressAllow,
  ),
  EGRESS_MAP: setting('', 'For tests and staging: host=http://ip:port, served from there instead.', parseEgressMap),
  BOOTSTRAP_SECRET_KEY: optional('Secret key of the first account; random and shown once if unset.', key('secret')),
  BOOTSTRAP_PUBLISHABLE_KEY: optional('Publishable key of the first account; random if unset.', key('publishable')),
  BOOTSTRAP_OWNER_EMAIL: setting('owner@localhost', 'Email of the first account.', email),
  BOOTSTRAP_OWNER_PASSWORD: optional('Password of the first account; random and shown once if unset.', password),
  BOOTSTRAP_PLAN: setting('unlimited', 'Plan of the first account.', text),
  FIRST_KEYS_FILE: optional(
    'File in which the gateway keeps the password and the keys of the first account until they have been shown; `npm start` sets it and removes the file.',
    text,
  ),
  SESSION_SECRET: optional(
    'Signs the sessions of the dashboard, the same for all gateways; without it everybody signs in again after a restart.',
    matching(/^.{16,}$/, 'at least 16 characters'),
  ),
  SIGNUP: setting('closed', 'Whether anybody may create an account on the dashboard.', oneOf('closed', 'open')),
  SIGNUP_PLAN: setting('free', 'Plan of accounts created there.', text),
  SMTP_URL: optional(
    'Mail server for messages to account owners; without it they are only shown on the dashboard.',
    matching(/^smtps?:\/\//, 'an smtp:// or smtps:// address'),
  ),
  MAIL_FROM: setting('Sightread <sightread@localhost>', 'Sender of those messages.', text),
} as const;

type Table = typeof settingsTable;
export type Settings = { readonly [Name in keyof Table]: ReturnType<Table[Name]['parse']> | OptionalPart<Table[Name]> };
type OptionalPart<S> = S extends Setting<infer T> ? (undefined extends T ? undefined : never) : never;

export class SettingsProblems extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The settings need attention:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
}

/** Settings whose value must not appear in an error message. */
const namesSecret = /SECRET|PASSWORD|_KEY$|SMTP_URL|MONGODB_URI/;

/** Reads and checks all settings; every problem is reported at once. An empty value counts as unset. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const { settings, problems } = parseSettings(env);
  if (problems.length > 0) throw new SettingsProblems(problems);
  return settings as Settings;
}

/** The settings that are valid, and a sentence about each of the others. */
export function parseSettings(env: Record<string, string | undefined>): {
  settings: Partial<Settings>;
  problems: string[];
} {
  const { values, problems } = parseTable(settingsTable, env);
  return { settings: values, problems: [...problems, ...tlsProblems(values)] };
}

export function parseTable(
  table: Readonly<Record<string, Setting<unknown>>>,
  env: Record<string, string | undefined>,
): { values: Record<string, unknown>; problems: string[] } {
  const problems: string[] = [];
  function read(name: string, { default: fallback, parse }: Setting<unknown>) {
    const raw = env[name]?.trim() || fallback;
    if (raw === undefined) return undefined;
    try {
      return parse(raw);
    } catch (cause) {
      const shown = namesSecret.test(name) ? '' : ` (it is ${JSON.stringify(raw)})`;
      problems.push(`${name} ${cause instanceof Error ? cause.message : cause}${shown}`);
      return undefined;
    }
  }
  const values = Object.fromEntries(Object.entries(table).map(([name, entry]) => [name, read(name, entry)]));
  return { values, problems };
}
