import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Command,
  type CommandDeps,
  CommandProblem,
  requiredPositional,
  tabSeparated,
  temporalUnreachable,
} from './command.ts';

type Deployment = ReturnType<typeof import('../temporal/deployment.ts').openDeployment>;

const pollIntervalMs = 1_000;

async function withDeployment<T>({ settings }: CommandDeps, step: (deployment: Deployment) => Promise<T>): Promise<T> {
  // Loading Temporal's client takes a second; commands that do not need it should not wait for that.
  const { openDeployment, refusalOf } = await import('../temporal/deployment.ts');
  const deployment = openDeployment(settings);
  try {
    return await step(deployment);
  } catch (cause) {
    if (cause instanceof CommandProblem) throw cause;
    const refusal = refusalOf(cause);
    throw refusal ? new CommandProblem(`Temporal refuses: ${refusal}`, { cause }) : temporalUnreachable(cause);
  } finally {
    await deployment.close();
  }
}

/** Lists the builds of the workers, with how many workflows still run on each. */
export const deploymentStatus: Command = {
  usage: 'deployment status',
  about: 'Lists the builds of the workers, with how many workflows still run on each',
  options: {},
  run: (_, deps) =>
    withDeployment(deps, async (deployment) => {
      const builds = await deployment.builds();
      return {
        plain: tabSeparated(
          builds.map(({ build, state, running, queues }) => [build, state, String(running), queues.join()]),
        ),
        json: builds,
        ...(builds.length === 0 && { note: 'No worker has been started with a BUILD_ID yet.' }),
      };
    }),
};

/** Routes new work to a build whose workers are running; `--wait` allows them time to start. */
export const deploymentPromote: Command = {
  usage: 'deployment promote BUILD [--wait SECONDS]',
  about: 'Routes new work to a build whose workers are running',
  options: { wait: { type: 'string' } },
  async run(args, deps) {
    const build = requiredPositional(args, 0, 'The build');
    const timeoutSeconds = Number(args.option('wait') ?? 0);
    if (!(timeoutSeconds >= 0)) throw new CommandProblem('--wait takes a number of seconds.');
    return withDeployment(deps, async (deployment) => {
      const deadline = Date.now() + timeoutSeconds * 1_000;
      for (;;) {
        const missing = await deployment.missing(build);
        if (missing?.length === 0) break;
        if (Date.now() >= deadline) {
          throw new CommandProblem(
            missing
              ? `The build ${build} has no worker yet for ${missing.join(', ')}; nothing was promoted.`
              : `The build ${build} has no workers yet; nothing was promoted.`,
          );
        }
        await sleep(pollIntervalMs);
      }
      await deployment.promote(build);
      return { plain: build, json: (await deployment.builds()).find((each) => each.build === build) };
    });
  },
};
