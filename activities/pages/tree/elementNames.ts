function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

export const voidNames = words(
  'area base basefont br col command embed frame hr img input keygen link meta param source track wbr',
);

export const formattingNames = words('a b big code em font i nobr s small strike strong tt u');

export const headNames = words('base basefont bgsound link meta noscript script style template title');

export const blockNames = words(
  'address article aside blockquote body button caption center dd details dialog dir div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html li main menu nav noscript object ol p pre search section summary table tbody td template tfoot th thead tr ul',
);

/** A lookup in the stack of open elements stops at these. */
export const scopeNames = words('html table td th caption object template button marquee applet foreignobject');

export const closesParagraph = words(
  'address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li main menu nav ol p pre search section summary table ul',
);

/** An unclosed `<select>` ends here, so that it does not swallow the page. */
export const closesSelect = words('caption input keygen select table tbody td textarea tfoot th thead tr');

const listScope = words('html ul ol menu table td th caption object template button dl');
const definitionScope = words('html dl table td th caption object template button ul ol');
export const tablePartNames = words('caption table tbody td tfoot th thead tr');
/** The end of a table or of a part of it closes whatever was left open inside. */
export const tableScope = words('html table template');

/** The start of such an element ends the nearest of the others, unless one of `boundary` is open in between. */
export const impliedEnds: ReadonlyMap<string, { ends: readonly string[]; boundary: ReadonlySet<string> }> = new Map([
  ['li', { ends: ['li'], boundary: listScope }],
  ['dt', { ends: ['dt', 'dd'], boundary: definitionScope }],
  ['dd', { ends: ['dt', 'dd'], boundary: definitionScope }],
  ['td', { ends: ['td', 'th', 'caption'], boundary: tableScope }],
  ['th', { ends: ['td', 'th', 'caption'], boundary: tableScope }],
  ['tr', { ends: ['tr', 'caption'], boundary: tableScope }],
  ['tbody', { ends: ['tbody', 'thead', 'tfoot', 'caption'], boundary: tableScope }],
  ['thead', { ends: ['tbody', 'thead', 'tfoot', 'caption'], boundary: tableScope }],
  ['tfoot', { ends: ['tbody', 'thead', 'tfoot', 'caption'], boundary: tableScope }],
  ['option', { ends: ['option'], boundary: words('select datalist html') }],
  ['optgroup', { ends: ['option', 'optgroup'], boundary: words('select html') }],
  ['rt', { ends: ['rt', 'rp'], boundary: words('ruby html') }],
  ['rp', { ends: ['rt', 'rp'], boundary: words('ruby html') }],
]);

/** HTML elements that end an `<svg>` or `<math>` that was not closed. */
export const breaksOutOfForeign = words(
  'b blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var',
);

export function isHeading(name: string): boolean {
  return name.length === 2 && name[0] === 'h' && (name[1] ?? '') >= '1' && (name[1] ?? '') <= '6';
}
