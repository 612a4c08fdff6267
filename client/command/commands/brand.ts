import { spawn } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brandSheet, brandSummary } from '../brandSheet.ts';
import { asUrl, type Command, exitCodes, requiredPositional } from '../command.ts';
import { asJson, outputOptions, writeResult } from '../output.ts';
import { printable } from '../terminal.ts';

export const brand: Command = {
  name: 'brand',
  usage: 'DOMAIN',
  summary: 'The colors, fonts and logos of a site',
  examples: ['sightread brand stripe.com', 'sightread brand stripe.com --open'],
  options: { open: { type: 'boolean', about: 'show it as a sheet in the browser' }, ...outputOptions },
  async run(context) {
    const url = asUrl(requiredPositional(context, 'The domain'));
    const { terminal, hasFlag, signal } = context;
    const { data, warning } = await context.client().branding(url, { signal });
    if (warning) terminal.note(printable(warning));
    if (hasFlag('open')) {
      const path = join(await mkdtemp(join(tmpdir(), 'sightread-')), 'brand.html');
      await writeFile(path, brandSheet(url, data));
      await openInBrowser(path);
      terminal.note(`Opened ${path}.`);
      return exitCodes.ok;
    }
    const isSummary = !hasFlag('json') && context.option('output') === undefined;
    await writeResult(context, isSummary ? brandSummary(data, terminal) : asJson(data));
    return exitCodes.ok;
  },
};

const openers: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** In the program that `BROWSER` names, or the one that the system has for web pages. */
function openInBrowser(path: string): Promise<void> {
  const [program, ...args] = process.env['BROWSER']
    ? [process.env['BROWSER']]
    : (openers[process.platform] ?? ['xdg-open']);
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args, path], { stdio: 'ignore', detached: true });
    child.once('error', () => reject(new Error(`No browser could be opened; the sheet is ${path}.`)));
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
  });
}
