import { type Command, type CommandDeps, temporalUnreachable } from './command.ts';

/** Restarts the workflows of running jobs that Temporal has lost. */
export async function resume({ settings, storage, plans }: CommandDeps) {
  // Loading Temporal's client takes a second; commands that do not need it should not wait for that.
  const [{ openFlows }, { resumeJobs }] = await Promise.all([
    import('../temporal/flows.ts'),
    import('../batches/resume.ts'),
  ]);
  const flows = openFlows(settings);
  try {
    await flows.ping();
    return await resumeJobs({ storage, plans, flows });
  } finally {
    await flows.close();
  }
}

/** For use after the state of Temporal or of the database was lost or restored: resumes running jobs and settles the others. */
export const jobsResume: Command = {
  usage: 'jobs resume',
  about: 'Restarts jobs whose workflows were lost, after a restore',
  options: {},
  async run(_, deps) {
    const { releaseLostCredits } = await import('../batches/resume.ts');
    const lost = await releaseLostCredits(deps.storage, { all: false });
    const done = await resume(deps).catch((cause: unknown) => {
      throw temporalUnreachable(cause);
    });
    return { plain: String(done.resumed), json: { ...done, lost } };
  },
};
