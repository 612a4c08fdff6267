import { posix } from 'node:path';
import type { Archive } from '../archive.ts';
import { allNamed, attribute, parseXml } from '../xml.ts';

/** What a part of an Office document refers to. */
export interface Relation {
  id: string;
  /** The last word of its type, such as `slide` or `hyperlink`. */
  type: string;
  /** The name of a part in the archive, or a URL if it is external. */
  target: string;
  isExternal: boolean;
}

/** The relations of a part by their ids. External ones are named and never followed. */
export async function relationsOf(archive: Archive, part: string): Promise<Map<string, Relation>> {
  const folder = posix.dirname(part);
  const name = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
  if (!archive.has(name)) return new Map();
  const relations = allNamed(parseXml(await archive.text(name)), 'Relationship').map((each): Relation => {
    const target = attribute(each, 'Target') ?? '';
    const isExternal = attribute(each, 'TargetMode') === 'External';
    return {
      id: attribute(each, 'Id') ?? '',
      type: attribute(each, 'Type')?.split('/').pop() ?? '',
      target: isExternal ? target : posix.resolve('/', folder, target).slice(1),
      isExternal,
    };
  });
  return new Map(relations.map((each) => [each.id, each]));
}
