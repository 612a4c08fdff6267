import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, type CommandDeps, CommandProblem, tabSeparated, requiredPositional } from './command.ts';

type Deployment = ReturnType<typeof import('../temporal/deployment.ts').openDeployment>;

const pollIntervalMs = 1_000;

async function withDeployment<T>({ settings }: CommandDeps, step: (deployment: Deployment) => Promise<T>): Promise<T> {
  // Temporal's client takes a second to load, which the other commands do not have to wait for.
  const { openDeployment, refusalOf } = await import('../temporal/deployment.ts');
  const deployment = openDeployment(settings);
  try {
    return await step(deployment);
  } catch (cause) {
    if (cause instanceof CommandProblem) throw cause;
    const refusal = refusalOf(cause);
    throw new CommandProblem(
      refusal
        ? `Temporal refuses: ${refusal}`
        : 'Temporal does not answer: start the stack (npm start), or name its address in TEMPORAL_ADDRESS.',
      { cause },
    );
  } finally {
    await deployment.close();
  }
}

/** The builds of the workers, and which of them are still needed. */
export const deploymentStatus: Command = {
  usage: 'deployment status',
  options: {},
  run: (_, deps) =>
    withDeployment(deps, async (deployment) => {
      const builds = await deployment.builds();
      return {
        plain: tabSeparated(builds.map(({ build, state, running, queues }) => [build, state, String(running), queues.join()])),
        json: builds,
        ...(builds.length === 0 && { aside: 'No worker was ever started with a BUILD_ID.' }),
      };
    }),
};

/** Gives new work to a build whose workers are up; with `--wait`, as soon as they are. */
export const deploymentPromote: Command = {
  usage: 'deployment promote BUILD [--wait SECONDS]',
  options: { wait: { type: 'string' } },
  async run(args, deps) {
    const build = requiredPositional(args, 0, 'The build');
    const timeoutSeconds = Number(args.option('wait') ?? 0);
    if (!(timeoutSeconds >= 0)) throw new CommandProblem('--wait takes a number of seconds.');
    return withDeployment(deps, async (deployment) => {
      const until = Date.now() + timeoutSeconds * 1_000;
      for (;;) {
        const missing = await deployment.missing(build);
        if (missing?.length === 0) break;
        if (Date.now() >= until) {
          throw new CommandProblem(
            missing
              ? `The build ${build} has no worker yet for ${missing.join(', ')}; nothing is promoted.`
              : `There is no worker of the build ${build} yet; nothing is promoted.`,
          );
        }
        await sleep(pollIntervalMs);
      }
      await deployment.promote(build);
      return { plain: build, json: (await deployment.builds()).find((each) => each.build === build) };
    });
  },
};
