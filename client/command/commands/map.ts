import { asUrl, type Command, exitCodes, numberOption, requiredPositional } from '../command.ts';
import { asJson, outputOptions, writeResult } from '../output.ts';
import { printable } from '../terminal.ts';

export const map: Command = {
  name: 'map',
  usage: 'URL',
  summary: 'List the pages of a site, without reading them',
  examples: [
    'sightread map example.com --search pricing',
    'sightread map example.com -o urls.txt && sightread batch urls.txt',
  ],
  options: {
    search: { type: 'string', value: 'WORDS', about: 'pages with these words come first' },
    limit: { type: 'string', value: 'N', about: 'the most links to list' },
    ...outputOptions,
  },
  async run(context) {
    const url = asUrl(requiredPositional(context, 'The URL'));
    const [search, limit] = [context.option('search'), numberOption(context, 'limit')];
    const found = await context.client().map(url, {
      ...(search && { search }),
      ...(limit !== undefined && { limit }),
      signal: context.signal,
    });
    if (found.warning) context.terminal.note(printable(found.warning));
    await writeResult(context, context.hasFlag('json') ? asJson(found) : found.links.map(printable).join('\n'));
    return exitCodes.ok;
  },
};
