import { randomUUID } from 'node:crypto';
import { hits } from './fixtureSite.ts';

const triedPages = 3;

/**
 * Takes a step that has to visit its page once, with a page of its own. A worker that pauses for five seconds is taken
 * for dead and the page is rightly read again, so the step may be taken with another page.
 */
export async function inOneVisit<T>(path: string, step: (path: string) => Promise<T>): Promise<T> {
  const visits: number[] = [];
  while (visits.length < triedPages) {
    const page = `${path}${path.includes('?') ? '&' : '?'}visit=${randomUUID()}`;
    const result = await step(page);
    const count = await hits(page);
    if (count === 1) return result;
    visits.push(count);
  }
  throw new Error(`${path} was visited more or less than once each time: ${visits.join(', ')}`);
}
