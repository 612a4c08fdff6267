/**
 * esbuild gives every function its name back by defining it anew. That takes thirty times as long as creating a closure,
 * of which each request has dozens, and V8 keeps such a function as a dictionary.
 */

/** What esbuild puts at the head of a bundle for `keepNames`. */
const nameAll = 'var __name=(target,value)=>__defProp(target,"name",{value,configurable:true});';
const nameClasses = nameAll.replace('__name', '__nameClass');
const nameNothing = 'var __name=(target)=>target;';

/** Where a function that is declared gets its name. */
const namesFunction = /(?<=[;{}]\n?)__name\([\w$]+,"[^"]*"\)(?=[;}])/g;

/**
 * The bundle with the names of classes alone, by which errors are known. What follows stays in its line and column.
 * @param {string} code
 */
export function keepClassNames(code) {
  if (!code.includes(nameAll)) throw new Error('esbuild keeps names in another way than it did');
  return code
    .replaceAll('__name(this,', '__nameClass(this,')
    .replace(namesFunction, (call) => ' '.repeat(call.length))
    .replace(nameAll, `${nameClasses}${nameNothing}`);
}
