import { passwordProblem } from '../../contracts/accounts/passwordRule.ts';
import type { Plans } from '../../runtime/plans.ts';
import type { Account } from '../../storage/accounts.ts';
import { hashPassword, makePassword } from '../accounts/passwords.ts';
import { type Command, type CommandDeps, CommandProblem, type CommandArgs, requiredOption, tabSeparated, requiredPositional } from './command.ts';

function publicFields({ _id: id, email, plan, createdAt }: Account) {
  return { id, email, plan, createdAt };
}

function checkPlan(plans: Plans, name: string): string {
  if (!Object.hasOwn(plans, name)) {
    throw new CommandProblem(`There is no plan "${name}"; there are ${Object.keys(plans).join(', ')}.`);
  }
  return name;
}

function passwordOf(args: CommandArgs): { password: string; made: boolean } {
  const password = args.option('password');
  if (password === undefined) return { password: makePassword(), made: true };
  const problem = passwordProblem(password);
  if (problem) throw new CommandProblem(problem);
  return { password, made: false };
}

export async function findAccount(id: string, { storage }: CommandDeps): Promise<Account> {
  const account = await storage.accounts.find(id);
  if (!account) throw new CommandProblem(`There is no account ${id}.`);
  return account;
}

export const accountCreate: Command = {
  usage: 'account create --email E --plan P [--password W]',
  options: { email: { type: 'string' }, plan: { type: 'string' }, password: { type: 'string' } },
  async run(args, { storage, plans }) {
    const email = requiredOption(args, 'email');
    if (!/^\S+@\S+$/.test(email)) throw new CommandProblem(`"${email}" is not an email address.`);
    const plan = checkPlan(plans, requiredOption(args, 'plan'));
    const { password, made } = passwordOf(args);
    const account = await storage.accounts.create({ email, plan, passwordHash: await hashPassword(password) });
    if (!account) throw new CommandProblem(`There is an account of ${email} already.`);
    return {
      plain: account._id,
      json: { ...publicFields(account), ...(made && { password }) },
      ...(made && { note: `Its password for the dashboard, shown only now: ${password}` }),
    };
  },
};

export const accountList: Command = {
  usage: 'account list',
  options: {},
  async run(_, { storage }) {
    const accounts = (await storage.accounts.list()).map(publicFields);
    return { plain: tabSeparated(accounts.map(({ id, email, plan }) => [id, email, plan])), json: accounts };
  },
};

export const accountPlan: Command = {
  usage: 'account plan ID P',
  options: {},
  async run(args, deps) {
    const account = await findAccount(requiredPositional(args, 0, 'The account’s id'), deps);
    const plan = checkPlan(deps.plans, requiredPositional(args, 1, 'The plan'));
    await deps.storage.accounts.setPlan(account._id, plan);
    return { plain: plan, json: publicFields({ ...account, plan }) };
  },
};

/** For an owner who has forgotten it. */
export const accountPassword: Command = {
  usage: 'account password ID [--password W]',
  options: { password: { type: 'string' } },
  async run(args, deps) {
    const account = await findAccount(requiredPositional(args, 0, 'The account’s id'), deps);
    const { password } = passwordOf(args);
    await deps.storage.accounts.setPassword(account._id, await hashPassword(password));
    return { plain: password, json: { ...publicFields(account), password } };
  },
};
