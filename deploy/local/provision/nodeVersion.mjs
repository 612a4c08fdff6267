/** The least Node that every package we use runs on; `engines` in package.json says the same. */
const least = [20, 19];

/**
 * @param {string} version as in process.versions.node
 * @returns {string | undefined} what to tell the person, if anything
 */
export function nodeVersionProblem(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = least;
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return undefined;
  return `Sightread needs Node ${least.join('.')} or newer, and this is Node ${version}: install a current one from https://nodejs.org and try again.`;
}
