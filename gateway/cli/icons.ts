import { parseDomain } from '../../contracts/domain.ts';
import { openFlows } from '../flows.ts';
import { type Command, CommandProblem } from './command.ts';

/** Has sites asked again: those that are named, or all that are known. */
export const iconsRefresh: Command = {
  usage: 'icons refresh [DOMAIN…]',
  options: {},
  async run(given, { settings, storage }) {
    const domains = given.words.map((text) => {
      const { domain, problem } = parseDomain(text);
      if (!domain) throw new CommandProblem(`${text}: ${problem}`);
      return domain;
    });
    const flows = openFlows(settings);
    try {
      const sources = await storage.sources.hurry(domains);
      if (sources > 0) await flows.sweepNow();
      return { plain: String(sources), json: { sources, domains } };
    } finally {
      await flows.close();
    }
  },
};
