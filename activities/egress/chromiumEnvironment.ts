/** What a program needs to run and to find its fonts. Everything else is withheld, above all the service's secrets. */
const inheritedVariables = [
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

/** The environment of a Chromium that writes its temporary files to `temporaryDir`. */
export function chromiumEnvironment(temporaryDir: string): Record<string, string> {
  const inherited = inheritedVariables.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(inherited), TMPDIR: temporaryDir };
}
