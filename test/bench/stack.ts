import { type StackOptions, type WholeStack, withWholeStack } from '../support/wholeStack.ts';

export const benchKeys = { secret: 'sr_benchbenchbenchbench', publishable: 'pk_benchbenchbenchbench' };

/** Runs a stack for the duration of one benchmark. Without Chromium and model unless the options ask for them. */
export function withStack<T>(
  settings: Record<string, string>,
  bench: (stack: WholeStack) => Promise<T>,
  options: StackOptions = {},
): Promise<T> {
  const keys = { BOOTSTRAP_SECRET_KEY: benchKeys.secret, BOOTSTRAP_PUBLISHABLE_KEY: benchKeys.publishable };
  return withWholeStack('bench', { ...keys, ...settings }, bench, {
    workers: [['flow'], ['fetch'], ['image']],
    ...options,
  });
}
