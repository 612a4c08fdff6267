import { Failure, robotsDisallow } from '../../contracts/failures.ts';
import type { RobotsReader } from './robots/robotsReader.ts';

/** Refuses to read pages that the site's robots.txt disallows. */
export function withRobots<Page extends { url: string }, Result>(
  read: (page: Page) => Promise<Result>,
  robots: RobotsReader,
): (page: Page) => Promise<Result> {
  return async (page) => {
    const rules = await robots.read(new URL(page.url).origin);
    if (!rules.isAllowed(page.url)) throw new Failure('RobotsDisallow', robotsDisallow);
    return read(page);
  };
}
