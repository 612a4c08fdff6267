import type { Key } from '../../../storage/keys.ts';

export interface KeyChoice {
  id: string;
  name: string;
}

/** Those by which requests can be made: secret keys, and the dashboard. */
export function keyChoices(keys: readonly Key[], account: string): KeyChoice[] {
  return [
    ...keys.filter(({ kind }) => kind === 'secret').map(({ _id, name }) => ({ id: _id, name })),
    { id: `dashboard:${account}`, name: 'Playground' },
  ];
}

export function keyName(keys: readonly KeyChoice[], id: string): string {
  return keys.find((key) => key.id === id)?.name ?? `deleted key ${id.slice(0, 6)}`;
}
