import type { Item, Value } from '../declared/evidence.ts';
import { textProperty } from '../declared/pageItem.ts';
import { tokenize } from './tokenize.ts';

/**
 * Removes the name of the site from a title: `Blue lamp – The Lamp Shop` → `Blue lamp`. The page's heading or the
 * declared name of its site has to confirm which part is which.
 */
export function createSiteNameRemover(page: Item): (title: Value) => Value {
  const heading = textProperty(page, 'heading');
  const siteName = textProperty(page, 'site_name');
  const isSame = (a: string | undefined, b: string) =>
    a !== undefined && tokenize(a).join(' ') === tokenize(b).join(' ');
  return (title) => {
    if (typeof title !== 'string') return title;
    const [, before = '', after = ''] = /^(.+)\s+[|–—·»:-]+\s+([^|–—·»]+)$/.exec(title) ?? [];
    return before && (isSame(siteName, after) || isSame(heading, before)) ? before.trim() : title;
  };
}
