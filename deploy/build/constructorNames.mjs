/**
 * esbuild gives the name of every function back by defining it anew. That takes thirty times as long as creating a
 * closure, of which a request has dozens, and V8 keeps such a function as a dictionary.
 */

/** What esbuild puts at the head of a bundle for `keepNames`. */
const nameAlways = 'var __name = (target, value) => __defProp(target, "name", { value, configurable: true });';
const nameConstructors =
  'var __name = (target, value) => target.prototype ? __defProp(target, "name", { value, configurable: true }) : target;';

/** A function that has kept its name. */
const needless = /^ *__name\(([\w$]+), "\1"\);$/gm;

/**
 * The bundle with the names of all that can be constructed, by which errors are known. Lines stay where they are.
 * @param {string} code
 */
export function keepConstructorNames(code) {
  if (!code.includes(nameAlways)) throw new Error('esbuild keeps names in another way than it did');
  return code.replace(nameAlways, nameConstructors).replace(needless, '');
}
