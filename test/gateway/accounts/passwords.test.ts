import { describe, expect, it } from 'vitest';
import { passwordProblem } from '../../../contracts/accounts/passwordRule.ts';
import { hashPassword, isPassword, makePassword } from '../../../gateway/accounts/passwords.ts';

describe('a password', () => {
  it('is verified by its hash, which is different every time', async () => {
    const [one, other] = await Promise.all([hashPassword('a good password'), hashPassword('a good password')]);
    expect(one).not.toBe(other);
    expect(one).toMatch(/^scrypt\$15\$8\$3\$/);
    expect(await isPassword('a good password', one)).toBe(true);
    expect(await isPassword('a good password ', one)).toBe(false);
  });

  it('is the same however the keyboard composes its characters', async () => {
    expect(await isPassword('caf\u0065\u0301 au lait', await hashPassword('caf\u00e9 au lait'))).toBe(true);
  });

  it('opens no account that has no password', async () => {
    expect(await isPassword('', undefined)).toBe(false);
    expect(await isPassword('anything', undefined)).toBe(false);
  });

  it('that we generate is long, easy to read and unique', () => {
    const made = Array.from({ length: 50 }, makePassword);
    expect(new Set(made).size).toBe(50);
    for (const password of made) {
      expect(password).toMatch(/^(?:[a-hjkmnp-z2-9]{4}-){4}[a-hjkmnp-z2-9]{4}$/);
      expect(passwordProblem(password)).toBeUndefined();
    }
  });

  it('is refused if it is too short or too long', () => {
    expect(passwordProblem('x'.repeat(9))).toMatch(/at least 10/);
    expect(passwordProblem('x'.repeat(201))).toMatch(/at most 200/);
    expect(passwordProblem('x'.repeat(10))).toBeUndefined();
  });
});
