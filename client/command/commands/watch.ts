import type { MonitorInfo } from '../../api.ts';
import { NotFoundError } from '../../errors.ts';
import { asUrl, type Command, type CommandContext, exitCodes } from '../command.ts';
import { asJson } from '../output.ts';
import { printable } from '../terminal.ts';
import { watchJob } from './jobs.ts';

const idForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const watch: Command = {
  name: 'watch',
  usage: '[URL…|ID]',
  summary: 'Watch pages for changes; show what has changed; or follow a job until it ends',
  examples: ['sightread watch example.com/prices --every 6h', 'sightread watch', 'sightread watch 6f1c… --remove'],
  options: {
    every: { type: 'string', value: 'TIME', about: 'how often: 30m, 6h, 1d, or a cron expression (default 1d)' },
    name: { type: 'string', value: 'NAME', about: 'what you call it' },
    webhook: { type: 'string', value: 'URL', about: 'where changes are posted' },
    remove: { type: 'boolean', about: 'stop watching' },
    json: { type: 'boolean', about: 'print everything as JSON' },
  },
  async run(context) {
    const { positionals, terminal, hasFlag, signal } = context;
    const [first] = positionals;
    const { monitors } = context.client();
    if (first === undefined) {
      const all = await monitors.list({ signal });
      terminal.print(hasFlag('json') ? asJson(all) : all.map(lineOf).join('\n'));
      return exitCodes.ok;
    }
    if (!idForm.test(first)) return create(context);
    if (hasFlag('remove')) {
      await monitors.delete(first, { signal });
      return exitCodes.ok;
    }
    return show(context, first);
  },
};

async function create({ positionals, option, client, terminal, signal }: CommandContext): Promise<number> {
  const [name, webhook] = [option('name'), option('webhook')];
  const { id } = await client().monitors.create(
    {
      urls: positionals.map(asUrl),
      every: option('every') ?? '1d',
      ...(name && { name }),
      ...(webhook && { webhook }),
    },
    { signal },
  );
  terminal.print(id);
  return exitCodes.ok;
}

/** The changes of a monitor's last run that had any; an id that is none of a monitor is one of a job. */
async function show(context: CommandContext, id: string): Promise<number> {
  const { client, terminal, hasFlag, signal } = context;
  const { monitors } = client();
  const monitor = await monitors.get(id, { signal }).catch((error: unknown) => {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  });
  if (!monitor) return watchJob(context, id);
  const runs = await monitors.runs(id, { signal });
  const news = runs.find((run) => !run.isFirst && run.new + run.changed + run.removed > 0);
  const changes = news ? (await monitors.runs(id, { run: news.id, signal })).changes : [];
  if (hasFlag('json')) terminal.print(asJson({ ...monitor, changes }));
  else {
    const diffs = changes.map(({ url, change, diff = '' }) =>
      `${change}  ${printable(url)}\n${printable(diff)}`.trimEnd(),
    );
    terminal.print([lineOf(monitor), ...diffs].join('\n'));
  }
  return exitCodes.ok;
}

function lineOf({ id, name, urls, crawl, every, status, lastRun }: MonitorInfo): string {
  const what = printable(name ?? crawl ?? urls.join(' '));
  const last = lastRun ? `${lastRun.status}, ${lastRun.changed} changed, ${lastRun.startedAt}` : 'not run yet';
  return [id, what, `every ${every}`, status, last].join('\t');
}
