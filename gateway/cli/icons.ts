import { parseDomain } from '../../contracts/images/domain.ts';
import type { Settings } from '../../runtime/settings.ts';
import { type Command, CommandProblem, temporalUnreachable } from './command.ts';

/** Fetches the icons of the given domains again, or of all known domains. */
export const iconsRefresh: Command = {
  usage: 'icons refresh [DOMAIN…]',
  about: 'Fetches the icons of these domains again, or of all known ones',
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
  // Loading Temporal's client takes a second; commands that do not need it should not wait for that.
  const { openFlows } = await import('../temporal/flows.ts');
  const flows = openFlows(settings);
  try {
    await flows.sweepNow();
  } catch (cause) {
    throw temporalUnreachable(cause);
  } finally {
    await flows.close();
  }
}
