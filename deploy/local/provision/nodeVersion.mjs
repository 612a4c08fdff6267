/** The oldest Node that every package in use supports; equal to `engines` in package.json. */
const minVersion = [20, 19];

/**
 * @param {string} version as in process.versions.node
 * @returns {string | undefined} the message for the user when the version is too old
 */
export function nodeVersionProblem(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [minMajor = 0, minMinor = 0] = minVersion;
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return undefined;
  return `Sightread needs Node ${minVersion.join('.')} or newer, and this is Node ${version}: install a current one from https://nodejs.org and try again.`;
}
