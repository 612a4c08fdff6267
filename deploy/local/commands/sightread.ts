/** `npm run -s sightread -- …`: the operators' command line, on the stack of its own data folder. */
import { main as runCommandLine } from '../../../gateway/cli/main.ts';
import { homeAt } from '../home.ts';
import { readEnvFile } from '../servers/envFile.ts';
import { UserError } from '../userError.ts';

/** The addresses that together say which deployment is meant. */
const addresses = ['MONGODB_URI', 'TEMPORAL_ADDRESS', 'MINIO_ENDPOINT'] as const;

export function main(args: readonly string[]): Promise<number> {
  return runCommandLine(args, () => deploymentEnv(process.env));
}

/**
 * The deployment that the environment names in full, or the stack that runs on the data folder. Never a mixture of the
 * two, and never what happens to listen on the default ports: that may be the stack of another folder.
 */
function deploymentEnv(env: NodeJS.ProcessEnv): Record<string, string | undefined> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const missing = addresses.filter((name) => given[name] === undefined);
  if (missing.length === 0) return given;
  const home = homeAt(env['SIGHTREAD_HOME'] || '.sightread');
  const running = readEnvFile(home);
  if (!running) {
    throw new UserError(
      `Sightread does not run on ${home.folder} (SIGHTREAD_HOME): start it there (npm start), or name another deployment by setting ${missing.join(', ')}.`,
    );
  }
  const other = addresses.filter((name) => given[name] !== undefined && given[name] !== running[name]);
  if (other.length > 0) {
    throw new UserError(
      `${other.join(', ')} is not of the stack that runs on ${home.folder}: unset it to work on that stack, or set ${missing.join(', ')} too to work on another.`,
    );
  }
  return { ...given, ...running };
}
