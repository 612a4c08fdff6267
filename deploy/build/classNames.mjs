/**
 * esbuild gives every function its name back by defining it anew. That takes thirty times as long as creating a closure,
 * of which each request has dozens, and V8 keeps such a function as a dictionary.
 */

/** What esbuild puts at the head of a bundle for `keepNames`. */
const nameAll = 'var __name = (target, value) => __defProp(target, "name", { value, configurable: true });';
const nameClasses = nameAll.replace('__name', '__nameClass');
const nameNothing = 'var __name = (target) => target;';

/**
 * The bundle with the names of classes alone, by which errors are known. Lines stay where they are.
 * @param {string} code
 */
export function keepClassNames(code) {
  if (!code.includes(nameAll)) throw new Error('esbuild keeps names in another way than it did');
  return code
    .replace(nameAll, `${nameClasses} ${nameNothing}`)
    .replaceAll('__name(this, ', '__nameClass(this, ')
    .replace(/^ *__name\([\w$]+, "[^"]*"\);$/gm, '');
}
