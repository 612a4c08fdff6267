import type { PageOptions } from './pageOptions.ts';

/** What a caller may have put a secret into: a token, a session, a password that is typed. */
export type SecretOptions = Pick<PageOptions, 'headers' | 'cookies' | 'actions'>;

/** The options that may be shown, and those that are sealed wherever they are stored and never listed. */
export function separateSecrets({ headers, cookies, actions, ...shown }: PageOptions): {
  shown: PageOptions;
  secrets: SecretOptions;
} {
  return { shown, secrets: { ...(headers && { headers }), ...(cookies && { cookies }), ...(actions && { actions }) } };
}
