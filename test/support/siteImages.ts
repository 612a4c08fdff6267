/** Images of the fixture's sites with icons, on a machine that may pause in the middle of a search for one. */
import { randomInt } from 'node:crypto';
import { eventually } from './eventually.ts';
import { fetchImage, type Image } from './imageClient.ts';

const triedHosts = 3;

/**
 * Asks for an image that its site has. A pause ends the search with nothing, and that is kept for an hour, so other hosts
 * of the same site are tried. `path` says which of them has answered; `ask` is told the path that it is to ask for.
 */
export async function fetchFromSite(
  path: string,
  ask: (path: string) => Promise<Image> = fetchImage,
): Promise<Image & { path: string }> {
  let tried = path;
  for (let host = 1; ; host += 1) {
    const image = await ask(tried);
    if (image.headers.get('x-sightread-source') === 'site' || host === triedHosts) return { ...image, path: tried };
    tried = path.replace('.lighthouse.com', `${randomInt(1_000_000)}.lighthouse.com`);
  }
}

/** Waits until a search has ended. The answer to one that takes too long is for a minute, and the search goes on. */
export function waitForSearch(path: string): Promise<void> {
  return eventually(`the search for ${path} has ended`, async () => {
    const { headers } = await fetchImage(path);
    return headers.get('cache-control') !== 'private, max-age=60';
  });
}
