import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { maxPasswordLength } from '../../contracts/accounts/passwordRule.ts';

/** OWASP's figures for scrypt with 32 MiB: N = 2^15, r = 8, p = 3. They stand in each hash, so that they can be raised. */
const cost = { logN: 15, r: 8, p: 3 };
const hashBytes = 32;

/** Random, and easy to read out or type: 100 bits in groups of four. */
export function makePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const bytes = [...randomBytes(64)].filter((byte) => byte < letters.length * 8).slice(0, 20);
  return (
    bytes
      .map((byte) => letters[byte % letters.length])
      .join('')
      .match(/.{1,4}/g)
      ?.join('-') ?? ''
  );
}

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, cost);
  return ['scrypt', cost.logN, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** Takes as long for an account that is not there, or has no password, as for one that is. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, logN, r, p, salt, hash] = (stored ?? nobody).split('$');
  const wanted = Buffer.from(hash ?? '', 'base64url');
  const given = await derive(password.slice(0, maxPasswordLength), Buffer.from(salt ?? '', 'base64url'), {
    logN: Number(logN),
    r: Number(r),
    p: Number(p),
  });
  return wanted.length === given.length && timingSafeEqual(wanted, given) && stored !== undefined;
}

const nobody = ['scrypt', cost.logN, cost.r, cost.p, 'AAAAAAAAAAAAAAAAAAAAAA', 'A'.repeat(43)].join('$');

function derive(password: string, salt: Buffer, { logN, r, p }: typeof cost): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** logN, r, p, maxmem: 2 * 128 * 2 ** logN * r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, hashBytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
