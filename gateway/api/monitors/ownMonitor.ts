import { Failure } from '../../../contracts/failures.ts';
import type { Monitor } from '../../../storage/monitors.ts';
import type { Storage } from '../../../storage/storage.ts';
import { type Context, callerOf, pathParameter } from '../../http/context.ts';

/** The caller's monitor with the id in the path. The monitor of another account is treated as unknown. */
export async function ownMonitor(
  ctx: Pick<Context, 'params' | 'state'>,
  { monitors }: Pick<Storage, 'monitors'>,
): Promise<Monitor> {
  const id = pathParameter(ctx, 'id');
  const monitor = await monitors.findOwn(id, callerOf(ctx).account);
  if (!monitor) throw new Failure('NotFound', `There is no monitor ${id}.`);
  return monitor;
}
