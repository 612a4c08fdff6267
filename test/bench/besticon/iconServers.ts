import { spawn } from 'node:child_process';
import { eventually } from '../../support/eventually.ts';

/** Ours or besticon. */
export interface IconServer {
  name: string;
  address: string;
  /** The path of the icon of a site, which has a number here. */
  pathOf(site: number): string;
}

interface BesticonOptions {
  program: string;
  version: string;
  /** What it does once it knows of an icon: it gets it and sends it on, or tells the browser where it is. */
  mode: 'download' | 'redirect';
  port: number;
  /** Of all sites; their numbers become its query. */
  homePage: string;
}

/** It ends with this process. */
export async function startBesticon(options: BesticonOptions): Promise<IconServer> {
  const { program, version, mode, port, homePage } = options;
  const child = spawn(program, {
    // It logs every request.
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PORT: String(port), ADDRESS: '127.0.0.1', SERVER_MODE: mode },
  });
  child.unref();
  process.once('exit', () => child.kill());
  const address = `http://127.0.0.1:${port}`;
  await eventually('besticon answers', () =>
    fetch(`${address}/up`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return {
    name: `besticon ${version} (${mode})`,
    address,
    pathOf: (site: number) => `/icon?size=80..120..200&url=${encodeURIComponent(`${homePage}?site=${site}`)}`,
  };
}

/** Returns the status of the answer. Fails if it is not the site's icon but a drawn letter, which is no work. */
export async function askForIcon({ address, pathOf }: IconServer, site: number): Promise<number> {
  const { status, headers, body } = await fetch(address + pathOf(site), { redirect: 'manual' });
  const bytes = (await new Response(body).arrayBuffer()).byteLength;
  const source = headers.get('x-sightread-source') ?? 'site';
  const isLetter = source !== 'site' || headers.get('location')?.includes('/lettericons/') === true;
  if (isLetter || (status === 200 && bytes === 0) || status >= 400)
    throw new Error(`${address} has not found the icon of site ${site}: it answered ${status}`);
  return status;
}
