import { hashKey, type KeyKind, keyKinds, makeKey } from '../../contracts/accounts/keys.ts';
import { normalizeOriginEntry, validateOriginEntry } from '../../contracts/accounts/origins.ts';
import type { Key } from '../../storage/keys.ts';
import { ownAccount } from './account.ts';
import { type Command, type CommandParts, CommandProblem, needed, table, word } from './command.ts';

function isKind(text: string): text is KeyKind {
  return Object.hasOwn(keyKinds, text);
}

function shown({ _id: id, kind, name, prefix, publishable, origins, createdAt, lastUsedAt }: Key) {
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

/** By the key itself, or by the id that `key list` shows. */
async function knownKey(text: string, { storage }: CommandParts): Promise<Key> {
  const key = (await storage.keys.find(text)) ?? (await storage.keys.findById(text));
  if (!key) throw new CommandProblem('There is no such key; name it in full, or by the id that `key list` shows.');
  return key;
}

export const keyCreate: Command = {
  usage: 'key create --account ID --kind secret|publishable [--name N] [--origin HOST]…',
  options: {
    account: { type: 'string' },
    kind: { type: 'string' },
    name: { type: 'string' },
    origin: { type: 'string', multiple: true },
  },
  async run(given, parts) {
    const account = await ownAccount(needed(given, 'account'), parts);
    const kind = needed(given, 'kind');
    if (!isKind(kind)) throw new CommandProblem(`--kind is secret or publishable, not "${kind}".`);
    const origins = checkOrigins(given.many('origin'));
    if (kind === 'secret' && origins.length > 0) throw new CommandProblem('Only publishable keys have origins.');
    const key = makeKey(kind);
    const name = given.one('name') || (kind === 'secret' ? 'Secret key' : 'Publishable key');
    await parts.storage.keys.save({ key, kind, account: account._id, name, origins });
    const saved = await knownKey(hashKey(key), parts);
    return { plain: key, json: { ...shown(saved), key, webhookSecret: saved.webhookSecret } };
  },
};

export const keyList: Command = {
  usage: 'key list --account ID',
  options: { account: { type: 'string' } },
  async run(given, parts) {
    const account = await ownAccount(needed(given, 'account'), parts);
    const keys = (await parts.storage.keys.ofAccount(account._id)).map(shown);
    const rows = keys.map(({ id, kind, name, prefix, key, origins = [] }) => [
      key ?? `${prefix}…`,
      kind,
      name,
      origins.join(','),
      id,
    ]);
    return { plain: table(rows), json: keys };
  },
};

export const keyOrigins: Command = {
  usage: 'key origins KEY HOST…',
  options: {},
  async run(given, parts) {
    const key = await knownKey(word(given, 0, 'The key'), parts);
    if (key.kind !== 'publishable') throw new CommandProblem('Only publishable keys have origins.');
    const origins = checkOrigins(given.words.slice(1));
    await parts.storage.keys.setOrigins(key._id, origins);
    return { plain: origins.join('\n'), json: shown({ ...key, origins }) };
  },
};

export const keyDelete: Command = {
  usage: 'key delete KEY',
  options: {},
  async run(given, parts) {
    const key = await knownKey(word(given, 0, 'The key'), parts);
    await parts.storage.keys.delete(key._id);
    return { plain: `${key.prefix}… is deleted`, json: { ...shown(key), deleted: true } };
  },
};
