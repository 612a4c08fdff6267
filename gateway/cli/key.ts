import { hashKey, type KeyKind, keyKinds, makeKey } from '../../contracts/accounts/keys.ts';
import { normalizeOriginEntry, validateOriginEntry } from '../../contracts/accounts/origins.ts';
import { planNamed } from '../../runtime/plans.ts';
import type { Key } from '../../storage/keys.ts';
import { createKey } from '../accounts/createKey.ts';
import { findAccount } from './account.ts';
import {
  type Command,
  type CommandDeps,
  CommandProblem,
  requiredOption,
  requiredPositional,
  tabSeparated,
} from './command.ts';

function isKind(text: string): text is KeyKind {
  return Object.hasOwn(keyKinds, text);
}

function publicFields({ _id: id, kind, name, prefix, publishable, origins, createdAt, lastUsedAt }: Key) {
  return {
    id,
    kind,
    name,
    prefix,
    ...(publishable && { key: publishable, origins }),
    createdAt,
    lastUsedAt: lastUsedAt ?? null,
  };
}

function checkOrigins(hosts: readonly string[]): string[] {
  for (const host of hosts) {
    const problem = validateOriginEntry(host);
    if (problem) throw new CommandProblem(`Origin "${host}": ${problem}`);
  }
  return [...new Set(hosts.map(normalizeOriginEntry))];
}

/** `text` is the key itself, or the id that `key list` shows. */
async function findKey(text: string, { storage }: CommandDeps): Promise<Key> {
  const key = (await storage.keys.find(text)) ?? (await storage.keys.findById(text));
  if (!key) throw new CommandProblem('There is no such key; give the whole key, or the id that `key list` shows.');
  return key;
}

export const keyCreate: Command = {
  usage: 'key create --account ID|EMAIL --kind secret|publishable [--name N] [--origin HOST]…',
  about: 'Makes a key, and prints it; a secret one is shown only now',
  options: {
    account: { type: 'string' },
    kind: { type: 'string' },
    name: { type: 'string' },
    origin: { type: 'string', multiple: true },
  },
  async run(args, deps) {
    const account = await findAccount(requiredOption(args, 'account'), deps);
    const kind = requiredOption(args, 'kind');
    if (!isKind(kind)) throw new CommandProblem(`--kind must be secret or publishable, not "${kind}".`);
    const origins = checkOrigins(args.optionValues('origin'));
    if (kind === 'secret' && origins.length > 0) throw new CommandProblem('Only publishable keys have origins.');
    const key = makeKey(kind);
    const name = args.option('name') || (kind === 'secret' ? 'Secret key' : 'Publishable key');
    const plan = planNamed(deps.plans, account.plan);
    await createKey(deps.storage, { key, kind, account: account._id, name, origins }, plan);
    const saved = await findKey(hashKey(key), deps);
    return { plain: key, json: { ...publicFields(saved), key, webhookSecret: saved.webhookSecret } };
  },
};

export const keyList: Command = {
  usage: 'key list --account ID|EMAIL',
  about: 'Lists the keys of an account, secret ones by their beginning',
  options: { account: { type: 'string' } },
  async run(args, deps) {
    const account = await findAccount(requiredOption(args, 'account'), deps);
    const keys = (await deps.storage.keys.ofAccount(account._id)).map(publicFields);
    const rows = keys.map(({ id, kind, name, prefix, key, origins = [] }) => [
      key ?? `${prefix}…`,
      kind,
      name,
      origins.join(','),
      id,
    ]);
    return { plain: tabSeparated(rows), json: keys };
  },
};

export const keyOrigins: Command = {
  usage: 'key origins KEY HOST…',
  about: 'Says on which hosts a publishable key may be used',
  options: {},
  async run(args, deps) {
    const key = await findKey(requiredPositional(args, 0, 'The key'), deps);
    if (key.kind !== 'publishable') throw new CommandProblem('Only publishable keys have origins.');
    const origins = checkOrigins(args.positionals.slice(1));
    await deps.storage.keys.setOrigins(key._id, origins);
    return { plain: origins.join('\n'), json: publicFields({ ...key, origins }) };
  },
};

export const keyDelete: Command = {
  usage: 'key delete KEY',
  about: 'Deletes a key; it stops working within a second',
  options: {},
  async run(args, deps) {
    const key = await findKey(requiredPositional(args, 0, 'The key'), deps);
    await deps.storage.keys.delete(key._id);
    return { plain: `${key.prefix}… is deleted`, json: { ...publicFields(key), deleted: true } };
  },
};
