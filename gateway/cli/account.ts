import { passwordProblem } from '../../contracts/accounts/passwordRule.ts';
import type { Plans } from '../../runtime/plans.ts';
import type { Account } from '../../storage/accounts.ts';
import { hashPassword, makePassword } from '../accounts/passwords.ts';
import { type Command, type CommandParts, CommandProblem, type Given, needed, table, word } from './command.ts';

function shown({ _id: id, email, plan, createdAt }: Account) {
  return { id, email, plan, createdAt };
}

function knownPlan(plans: Plans, name: string): string {
  if (!Object.hasOwn(plans, name)) {
    throw new CommandProblem(`There is no plan "${name}"; there are ${Object.keys(plans).join(', ')}.`);
  }
  return name;
}

function passwordOf(given: Given): { password: string; made: boolean } {
  const password = given.one('password');
  if (password === undefined) return { password: makePassword(), made: true };
  const problem = passwordProblem(password);
  if (problem) throw new CommandProblem(problem);
  return { password, made: false };
}

export async function ownAccount(id: string, { storage }: CommandParts): Promise<Account> {
  const account = await storage.accounts.find(id);
  if (!account) throw new CommandProblem(`There is no account ${id}.`);
  return account;
}

export const accountCreate: Command = {
  usage: 'account create --email E --plan P [--password W]',
  options: { email: { type: 'string' }, plan: { type: 'string' }, password: { type: 'string' } },
  async run(given, { storage, plans }) {
    const email = needed(given, 'email');
    if (!/^\S+@\S+$/.test(email)) throw new CommandProblem(`"${email}" is not an email address.`);
    const plan = knownPlan(plans, needed(given, 'plan'));
    const { password, made } = passwordOf(given);
    const account = await storage.accounts.create({ email, plan, passwordHash: await hashPassword(password) });
    if (!account) throw new CommandProblem(`There is an account of ${email} already.`);
    return {
      plain: account._id,
      json: { ...shown(account), ...(made && { password }) },
      ...(made && { aside: `Its password for the dashboard, shown only now: ${password}` }),
    };
  },
};

export const accountList: Command = {
  usage: 'account list',
  options: {},
  async run(_, { storage }) {
    const accounts = (await storage.accounts.list()).map(shown);
    return { plain: table(accounts.map(({ id, email, plan }) => [id, email, plan])), json: accounts };
  },
};

export const accountPlan: Command = {
  usage: 'account plan ID P',
  options: {},
  async run(given, parts) {
    const account = await ownAccount(word(given, 0, 'The account’s id'), parts);
    const plan = knownPlan(parts.plans, word(given, 1, 'The plan'));
    await parts.storage.accounts.setPlan(account._id, plan);
    return { plain: plan, json: shown({ ...account, plan }) };
  },
};

/** For an owner who has forgotten it. */
export const accountPassword: Command = {
  usage: 'account password ID [--password W]',
  options: { password: { type: 'string' } },
  async run(given, parts) {
    const account = await ownAccount(word(given, 0, 'The account’s id'), parts);
    const { password } = passwordOf(given);
    await parts.storage.accounts.setPassword(account._id, await hashPassword(password));
    return { plain: password, json: { ...shown(account), password } };
  },
};
