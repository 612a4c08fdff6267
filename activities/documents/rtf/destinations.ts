/** Where the text of a group goes: into the document, to something that is known about it, or nowhere. */
export type Destination = 'body' | 'skip' | 'title' | 'author' | 'subject' | 'style' | 'instruction' | 'marker';

const known = new Map<string, Destination>([
  ['title', 'title'],
  ['author', 'author'],
  ['subject', 'subject'],
  ['stylesheet', 'style'],
  ['fldinst', 'instruction'],
  ['listtext', 'marker'],
  ['pntext', 'marker'],
]);

/** What no reader sees. */
const skipped = new Set(
  'fonttbl colortbl pict object header headerl headerr headerf footer footerl footerr footerf listtable listoverridetable rsidtbl generator themedata colorschememapping datastore latentstyles xmlnstbl annotation atnid atnauthor bkmkstart bkmkend nonshppict mmath'.split(
    ' ',
  ),
);

/** The destination that a control word begins, if it does. A starred one that is not known here is to be skipped. */
export function destinationOf(name: string, { isStarred }: { isStarred: boolean }): Destination | undefined {
  return known.get(name) ?? (skipped.has(name) || isStarred ? 'skip' : undefined);
}
