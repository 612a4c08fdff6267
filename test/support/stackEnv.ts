import { inject } from 'vitest';

/** A variable of the environment that the stack under test runs with. */
export function stackEnv(name: string): string {
  const value = inject('env')[name];
  if (value === undefined) throw new Error(`the stack runs without ${name}`);
  return value;
}
