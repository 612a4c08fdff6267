import type { Command, CommandDeps } from './command.ts';
import { CommandProblem } from './command.ts';

/** Starts what Temporal has lost of the running jobs. */
export async function resume({ settings, storage, plans }: CommandDeps) {
  // Temporal's client takes a second to load, which the other commands do not have to wait for.
  const [{ openFlows }, { resumeJobs }] = await Promise.all([
    import('../temporal/flows.ts'),
    import('../temporal/resume.ts'),
  ]);
  const flows = openFlows(settings);
  try {
    await flows.ping();
    return await resumeJobs({ storage, plans, flows });
  } finally {
    await flows.close();
  }
}

/** After Temporal's or the database's state was lost or set back: running jobs go on, the others are settled. */
export const jobsResume: Command = {
  usage: 'jobs resume',
  options: {},
  async run(_, deps) {
    const { giveBackLost } = await import('../temporal/resume.ts');
    const lost = await giveBackLost(deps.storage, { all: false });
    const done = await resume(deps).catch((cause: unknown) => {
      throw new CommandProblem(
        'Temporal does not answer: start the stack (npm start), or name its address in TEMPORAL_ADDRESS.',
        { cause },
      );
    });
    return { plain: String(done.resumed), json: { ...done, lost } };
  },
};
