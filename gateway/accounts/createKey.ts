import { Failure } from '../../contracts/failures.ts';
import type { Plan } from '../../runtime/plans.ts';
import type { NewKey } from '../../storage/keys.ts';
import type { Storage } from '../../storage/storage.ts';

/** Creates a key within the limit of the account's plan. */
export async function createKey(
  { createKey: create }: Pick<Storage, 'createKey'>,
  key: NewKey,
  { keys: max }: Pick<Plan, 'keys'>,
): Promise<void> {
  const outcome = await create(key, max);
  if (outcome === 'no account') throw new Failure('NotFound', 'There is no such account.');
  if (outcome === 'too many')
    throw new Failure(
      'Conflict',
      `The plan of this account allows ${max} keys, and it has as many; delete one that is not used any more.`,
    );
}
