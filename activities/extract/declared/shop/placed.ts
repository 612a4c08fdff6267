import type { Item, Origin, Value } from '../evidence.ts';

/** A value that the product gets, with its place on the page. */
export interface Placed {
  value: Value;
  origin: Origin;
}

export function placedIn(item: Item, name: string, value: Value): Placed {
  return { value, origin: { source: item.source, path: [item.types[0], name].filter(Boolean).join('.') } };
}
