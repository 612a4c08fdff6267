import type { ScrapeRequest } from '../../api.ts';
import {
  asUrl,
  type Command,
  type CommandContext,
  type CommandOption,
  exitCodes,
  listOption,
  requiredPositional,
} from '../command.ts';
import { coloredMarkdown } from '../markdown.ts';
import { asJson, outputOptions, writeResult } from '../output.ts';

/** How pages are read, also by `batch` and `crawl`. */
export const pageOptions = {
  formats: { type: 'string', value: 'LIST', about: 'markdown, html, rawHtml, links, images, summary, screenshot' },
  engine: { type: 'string', value: 'NAME', about: 'auto, http or browser' },
  'whole-page': { type: 'boolean', about: 'keep navigation, footers and the like' },
} as const satisfies Record<string, CommandOption>;

/** The formats and the engine are checked by the server, which names what is wrong with them. */
export function pageRequest(context: Pick<CommandContext, 'option' | 'hasFlag'>): Omit<ScrapeRequest, 'url'> {
  const formats = listOption(context, 'formats');
  const engine = context.option('engine');
  const asked: object = {
    ...(formats && { formats }),
    ...(engine !== undefined && { engine }),
    ...(context.hasFlag('whole-page') && { onlyMainContent: false }),
  };
  return asked;
}

export const scrape: Command = {
  name: 'scrape',
  usage: 'URL',
  summary: 'Read a page as markdown',
  examples: [
    'sightread scrape example.com',
    'sightread scrape example.com --formats markdown,links --json -o page.json',
  ],
  options: { ...pageOptions, ...outputOptions },
  async run(context) {
    const url = asUrl(requiredPositional(context, 'The URL'));
    const { terminal, hasFlag, option, signal } = context;
    const isPlain = !hasFlag('json') && option('formats') === undefined;
    const page = await context.client().scrape(url, {
      ...(isPlain && { formats: ['markdown'] }),
      ...pageRequest(context),
      signal,
    });
    if (page.warning) terminal.note(page.warning);
    const { markdown } = page;
    if (hasFlag('json') || markdown === undefined) await writeResult(context, asJson(page));
    else if (option('output') === undefined && terminal.isInteractive)
      terminal.print(coloredMarkdown(markdown, terminal));
    else await writeResult(context, markdown);
    return exitCodes.ok;
  },
};
