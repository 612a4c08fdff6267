import { planNamed } from '../../runtime/plans.ts';
import { monthOf } from '../../storage/ledger.ts';
import { findAccount } from './account.ts';
import { type Command, CommandProblem, requiredOption } from './command.ts';

export const usage: Command = {
  usage: 'usage --account ID|EMAIL [--month YYYY-MM]',
  about: 'Shows the credits and image requests of an account in a month',
  options: { account: { type: 'string' }, month: { type: 'string' } },
  async run(args, deps) {
    const { storage, plans } = deps;
    const account = await findAccount(requiredOption(args, 'account'), deps);
    const month = args.option('month') ?? monthOf(new Date());
    if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw new CommandProblem('--month must have the form 2026-11.');
    const [images, keys, balance] = await Promise.all([
      storage.usage.ofMonth(account._id, month),
      storage.keys.ofAccount(account._id),
      storage.ledger.balance(account._id, month),
    ]);
    const publishableKeys = new Map(keys.map(({ _id, publishable }) => [_id, publishable]));
    const { credits: allowance, imageRequests: imageAllowance } = planNamed(plans, account.plan);
    const { used, reserved, byOperation } = balance;
    const result = {
      account: account._id,
      month,
      imageRequests: images.requests,
      imageAllowance,
      // Publishable keys are shown in full; of secret and deleted keys only the id is known.
      byKey: Object.fromEntries(
        Object.entries(images.byKey).map(([id, requests]) => [publishableKeys.get(id) ?? id, requests]),
      ),
      byDay: images.byDay,
      credits: {
        used,
        reserved,
        allowance,
        remaining: allowance === null ? null : Math.max(0, allowance - used - reserved),
        byOperation,
      },
    };
    return { plain: JSON.stringify(result, undefined, 2), json: result };
  },
};
