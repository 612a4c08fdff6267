/** Checks the settings before any server is started or built, so that a mistake costs seconds and is reported whole. */
import { createServer } from 'node:net';
import { readConfiguration } from '../../../runtime/configuration.ts';
import { parseTable, SettingsProblems } from '../../../runtime/settings.ts';
import { serverPortSettings } from '../servers/portSettings.ts';
import { UserError } from '../userError.ts';

/** Throws one UserError about all settings that are wrong. */
export async function checkSettings(env: NodeJS.ProcessEnv): Promise<void> {
  const problems = [
    ...configurationProblems(env),
    ...parseTable(serverPortSettings, env).problems,
    ...objectStoreProblems(env),
  ];
  if (problems.length === 0) problems.push(...(await addressProblems(env)));
  if (problems.length > 0) throw new UserError(new SettingsProblems(problems).message);
}

function configurationProblems(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfiguration(env);
    return [];
  } catch (cause) {
    if (cause instanceof SettingsProblems) return cause.problems;
    throw cause;
  }
}

function objectStoreProblems({ MINIO_ENDPOINT, MINIO_ACCESS_KEY, MINIO_SECRET_KEY }: NodeJS.ProcessEnv): string[] {
  if (!MINIO_ENDPOINT?.trim() || (MINIO_ACCESS_KEY && MINIO_SECRET_KEY)) return [];
  return ['MINIO_ENDPOINT is set, but not its keys: set MINIO_ACCESS_KEY and MINIO_SECRET_KEY too'];
}

/** Only once the values are valid, because a name instead of an address would be looked up. */
async function addressProblems(env: NodeJS.ProcessEnv): Promise<string[]> {
  const { settings } = readConfiguration(env);
  const problems = await Promise.all(
    (['HOST', 'METRICS_HOST'] as const).map(async (name) => {
      const canListen = await canListenOn(settings[name]);
      return canListen ? [] : [`${name} must be an address of this machine (it is "${settings[name]}")`];
    }),
  );
  return problems.flat();
}

function canListenOn(host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ host, port: 0 }, () => server.close(() => resolve(true)));
  });
}
