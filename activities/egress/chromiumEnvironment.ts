/** What a program needs to run and to find its fonts. Everything else, the service's keys first of all, is none of a browser's business. */
const inherited = [
  'PATH',
  'HOME',
  'USER',
  'LANG',
  'LC_ALL',
  'TZ',
  'LD_LIBRARY_PATH',
  'FONTCONFIG_FILE',
  'FONTCONFIG_PATH',
  'XDG_DATA_DIRS',
] as const;

/** The environment of a Chromium whose temporary files belong into `temporary`, so that they go where its profile goes. */
export function chromiumEnvironment(temporary: string): Record<string, string> {
  const kept = inherited.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(kept), TMPDIR: temporary };
}
