import { parseDomain } from '../../contracts/images/domain.ts';
import type { Settings } from '../../runtime/settings.ts';
import { type Command, CommandProblem } from './command.ts';

/** Has sites asked again: those that are named, or all that are known. */
export const iconsRefresh: Command = {
  usage: 'icons refresh [DOMAIN…]',
  options: {},
  async run(args, { settings, storage }) {
    const domains = args.positionals.map((text) => {
      const { domain, problem } = parseDomain(text);
      if (!domain) throw new CommandProblem(`${text}: ${problem}`);
      return domain;
    });
    const sources = await storage.sources.markDue(domains);
    if (sources > 0) await sweep(settings);
    return { plain: String(sources), json: { sources, domains } };
  },
};

async function sweep(settings: Settings) {
  // Temporal's client takes a second to load, which the other commands do not have to wait for.
  const { openFlows } = await import('../temporal/flows.ts');
  const flows = openFlows(settings);
  try {
    await flows.sweepNow();
  } catch (cause) {
    throw new CommandProblem(
      'Temporal does not answer: start the stack (npm start), or name its address in TEMPORAL_ADDRESS.',
      { cause },
    );
  } finally {
    await flows.close();
  }
}
