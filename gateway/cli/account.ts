import { nearestName } from '../../client/nearestName.ts';
import { isEmail } from '../../contracts/accounts/emailRule.ts';
import { passwordProblem } from '../../contracts/accounts/passwordRule.ts';
import type { Plans } from '../../runtime/plans.ts';
import { type Account, asEmail } from '../../storage/accounts.ts';
import { hashPassword, makePassword } from '../accounts/passwords.ts';
import {
  type Command,
  type CommandArgs,
  type CommandDeps,
  CommandProblem,
  requiredOption,
  requiredPositional,
  tabSeparated,
  temporalUnreachable,
} from './command.ts';

function publicFields({ _id: id, email, plan, createdAt }: Account) {
  return { id, email, plan, createdAt };
}

function checkPlan(plans: Plans, name: string): string {
  if (!Object.hasOwn(plans, name)) {
    throw new CommandProblem(`There is no plan "${name}"; the plans are ${Object.keys(plans).join(', ')}.`);
  }
  return name;
}

/** The password from the options, or a generated one. */
function passwordOf(args: CommandArgs): { password: string; generated: boolean } {
  const password = args.option('password');
  if (password === undefined) return { password: makePassword(), generated: true };
  const problem = passwordProblem(password);
  if (problem) throw new CommandProblem(problem);
  return { password, generated: false };
}

/** By its id, or by the email of its owner. */
export async function findAccount(named: string, { storage }: CommandDeps): Promise<Account> {
  const { accounts } = storage;
  const account = isEmail(named) ? await accounts.findByEmail(named) : await accounts.find(named);
  if (!account) throw await noAccount(named, accounts);
  return account;
}

async function noAccount(named: string, { list }: CommandDeps['storage']['accounts']): Promise<CommandProblem> {
  const near = nearestName(
    named,
    (await list()).map(({ _id, email }) => (isEmail(named) ? email : _id)),
  );
  return new CommandProblem(`There is no account ${named}${near ? `; did you mean ${near}?` : '.'}`);
}

export const accountCreate: Command = {
  usage: 'account create --email E --plan P [--password W]',
  about: 'Makes an account, and prints its id',
  options: { email: { type: 'string' }, plan: { type: 'string' }, password: { type: 'string' } },
  async run(args, { storage, plans }) {
    const email = requiredOption(args, 'email');
    if (!isEmail(email)) throw new CommandProblem(`"${email}" is not an email address.`);
    const plan = checkPlan(plans, requiredOption(args, 'plan'));
    const { password, generated } = passwordOf(args);
    const account = await storage.accounts.create({ email, plan, passwordHash: await hashPassword(password) });
    if (!account) throw new CommandProblem(`There is already an account with the email ${email}.`);
    return {
      plain: account._id,
      json: { ...publicFields(account), ...(generated && { password }) },
      ...(generated && { note: `The password for the dashboard, shown only now: ${password}` }),
    };
  },
};

export const accountList: Command = {
  usage: 'account list',
  about: 'Lists the accounts with their plans',
  options: {},
  async run(_, { storage }) {
    const accounts = (await storage.accounts.list()).map(publicFields);
    return { plain: tabSeparated(accounts.map(({ id, email, plan }) => [id, email, plan])), json: accounts };
  },
};

export const accountPlan: Command = {
  usage: 'account plan ID|EMAIL P',
  about: 'Changes the plan of an account',
  options: {},
  async run(args, deps) {
    const account = await findAccount(requiredPositional(args, 0, 'The account’s id or email'), deps);
    const plan = checkPlan(deps.plans, requiredPositional(args, 1, 'The plan'));
    await deps.storage.accounts.setPlan(account._id, plan);
    return { plain: plan, json: publicFields({ ...account, plan }) };
  },
};

/** Deletes an account and all that belongs to it, for good. Returns when everything is gone. */
export const accountDelete: Command = {
  usage: 'account delete ID|EMAIL (--yes | --email E)',
  about: 'Deletes an account with everything that belongs to it, for good',
  options: { yes: { type: 'boolean' }, email: { type: 'string' } },
  async run(args, deps) {
    const named = requiredPositional(args, 0, 'The account’s id or email');
    // An account whose deletion was interrupted can be named once more.
    const account = (await deps.storage.accounts.findClosed(named)) ?? (await findAccount(named, deps));
    const { _id: id } = account;
    if (!args.hasFlag('yes') && asEmail(args.option('email') ?? '') !== account.email) {
      throw new CommandProblem(
        `This deletes the account ${account.email} with its keys, jobs, results, usage and credits, for good: repeat its email (--email), or say --yes.`,
      );
    }
    await waitForDeletion(deps, id);
    return { plain: id, json: { id, deleted: true } };
  },
};

async function waitForDeletion({ settings, storage }: CommandDeps, id: string): Promise<void> {
  // Loading Temporal's client takes a second; commands that do not need it should not wait for that.
  const [{ openFlows }, { deleteAccount }] = await Promise.all([
    import('../temporal/flows.ts'),
    import('../accounts/deletion.ts'),
  ]);
  const flows = openFlows(settings);
  try {
    const deletion = await deleteAccount({ storage, flows }, id).catch((cause: unknown) => {
      throw temporalUnreachable(cause);
    });
    await deletion.ended();
  } finally {
    await flows.close();
  }
}

/** Sets a new password, for an owner who has forgotten it. */
export const accountPassword: Command = {
  usage: 'account password ID|EMAIL [--password W]',
  about: 'Sets a new password for the dashboard, and prints it',
  options: { password: { type: 'string' } },
  async run(args, deps) {
    const account = await findAccount(requiredPositional(args, 0, 'The account’s id or email'), deps);
    const { password } = passwordOf(args);
    await deps.storage.accounts.setPassword(account._id, await hashPassword(password));
    return { plain: password, json: { ...publicFields(account), password } };
  },
};
