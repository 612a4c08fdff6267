/** How the text of a setting becomes its value. A parser throws an error whose message completes "NAME …". */

import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { isEmail } from '../contracts/accounts/emailRule.ts';
import { type KeyKind, keyKinds, looksLikeKey } from '../contracts/accounts/keys.ts';
import { passwordProblem } from '../contracts/accounts/passwordRule.ts';

export interface Setting<T> {
  /** As it would be written in the environment; undefined for an optional setting. */
  readonly default: string | undefined;
  readonly about: string;
  /** Throws an error whose message completes "NAME …". */
  readonly parse: (raw: string) => T;
}

export function setting<T>(fallback: string, about: string, parse: (raw: string) => T): Setting<T> {
  return { default: fallback, about, parse };
}

export function optional<T>(about: string, parse: (raw: string) => T): Setting<T | undefined> {
  return { default: undefined, about, parse };
}

export function text(raw: string) {
  return raw;
}

export function integer(min: number, max: number) {
  return (raw: string) => {
    const value = Number(raw);
    if (!Number.isInteger(value) || value < min || value > max) {
      throw new Error(`must be a whole number from ${min} to ${max}`);
    }
    return value;
  };
}

export const port = integer(1, 65_535);

/** An address to listen on. Not a name: where it leads is decided elsewhere, and some shells export HOST as the machine's name. */
export function address(raw: string) {
  if (isIP(raw) === 0) throw new Error('must be an IP address, such as 127.0.0.1 or 0.0.0.0');
  return raw;
}

export function price(raw: string) {
  const value = Number(raw);
  if (!Number.isFinite(value) || value < 0) throw new Error('must be an amount of dollars, such as 0.40');
  return value;
}

export function flag(raw: string) {
  if (raw !== 'true' && raw !== 'false') throw new Error('must be true or false');
  return raw === 'true';
}

/** `https://…/{domain}…`, separated by spaces. */
export function faviconServices(raw: string) {
  const templates = raw === 'none' ? [] : raw.split(/\s+/);
  const bad = templates.find((template) => !/^https?:\/\/[^/]+\/.*\{domain\}/.test(template));
  if (bad) throw new Error(`must be addresses with {domain} in them; ${bad} is not`);
  return templates.map((template) => ({ name: new URL(template).hostname, template }));
}

/** `eng,deu`: the names of Tesseract's data, which may have a suffix, as in `chi_sim`. */
export function ocrLanguageCodes(raw: string): string[] {
  const codes = raw.split(',').map((code) => code.trim());
  const bad = codes.find((code) => !/^[a-z]{3}(?:_[a-z]+)*$/i.test(code));
  if (bad !== undefined) throw new Error(`must be codes of Tesseract, such as eng,deu; "${bad}" is not`);
  return [...new Set(codes)];
}

export function oneOf<const T extends string>(...values: readonly T[]) {
  return (raw: string): T => {
    const found = values.find((value) => value === raw);
    if (found === undefined) throw new Error(`must be one of ${values.join(', ')}`);
    return found;
  };
}

export function matching(pattern: RegExp, what: string) {
  return (raw: string) => {
    if (!pattern.test(raw)) throw new Error(`must be ${what}`);
    return raw;
  };
}

/** Valid both as Temporal's name of a version and as a label in Kubernetes. */
export const buildName = matching(
  /^[A-Za-z0-9]([A-Za-z0-9_-]{0,61}[A-Za-z0-9])?$/,
  'up to 63 letters, digits, dashes and underscores',
);

/** The content of a PEM file, read at start so that a wrong path is noticed there. */
export function pemFile(path: string) {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? cause.code : cause;
    throw new Error(`must be the path of a file that can be read; ${path} cannot (${reason})`);
  }
  if (!/-----BEGIN [A-Z ]+-----/.test(text)) throw new Error(`must be the path of a PEM file; ${path} is none`);
  return text;
}

/** `id:secret`, separated by commas. */
export function secretsKeys(raw: string) {
  const keys = raw.split(/[\s,]+/).map((entry) => {
    const [, id, secret] = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/=_-]{32,})$/.exec(entry) ?? [];
    if (!id || !secret) {
      throw new Error('must be keys of the form id:secret, separated by commas, each secret of at least 32 characters');
    }
    return { id, secret };
  });
  if (new Set(keys.map(({ id }) => id)).size < keys.length) throw new Error('must give each key an id of its own');
  return keys;
}

export function password(raw: string) {
  const problem = passwordProblem(raw);
  if (problem) throw new Error(`is not acceptable: ${problem}`);
  return raw;
}

export function email(raw: string) {
  if (!isEmail(raw)) throw new Error('must be an email address, such as owner@example.com');
  return raw;
}

export function key(kind: KeyKind) {
  return (raw: string) => {
    if (!looksLikeKey(kind, raw)) throw new Error(`must be ${keyKinds[kind]} and 16 to 200 letters or digits`);
    return raw;
  };
}

export const httpUrl = matching(
  /^https?:\/\/[^/]+\/?$/,
  'an http(s) address without a path, such as http://localhost:3000',
);
