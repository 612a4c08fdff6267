import { findAll, findFirst, following, isElement, type PageElement, type PageNode } from '../tree/nodes.ts';
import { fenced } from './fence.ts';

const languagePattern =
  /(?:^|\s)(?:language|lang|highlight-source|highlight-text|brush:|code)[-\s:]\s*([\w+#.-]+)|(?:^|\s)(?:highlight-|syntaxhighlighter\s+)([a-z][\w+#]*)/i;
const noLanguage = new Set(
  'text plain plaintext none nohighlight txt block wrapper default box table container code inline lines toolbar copy'.split(
    ' ',
  ),
);
/** Sphinx names the version that it highlights. */
const plainNames = new Map([
  ['python3', 'python'],
  ['ipython3', 'python'],
]);

/** Names a language, on the code or on the boxes around it. */
function languageOf(block: PageElement): string {
  const inner = findFirst(block, ({ name }) => name === 'code');
  const outer = [block.parent, block.parent?.parent];
  for (const element of [inner, block, ...outer]) {
    if (!element) continue;
    const { attribs } = element;
    const [, marked, highlighted] = languagePattern.exec(attribs['class'] ?? '') ?? [];
    const named = attribs['data-lang'] ?? attribs['data-language'] ?? marked ?? highlighted;
    if (!named || !/^[\w+#.-]{1,30}$/.test(named)) continue;
    const language = named.toLowerCase();
    return noLanguage.has(language) ? '' : (plainNames.get(language) ?? language);
  }
  // Some tools write the bare language: `<pre class="sourceCode python">`, `<code class="hljs python">`.
  for (const element of [inner, block]) {
    const bare = /(?:^|\s)(?:sourceCode|hljs|prettyprint|highlight)\s+([a-z][\w+#]{0,15})(?:\s|$)/.exec(
      element?.attribs['class'] ?? '',
    )?.[1];
    if (bare && !noLanguage.has(bare)) return bare;
  }
  return '';
}

const gutterClass =
  /(?:^|[\s-])(?:gutter|linenos?|line-?numbers?-rows|line-numbers-wrapper|hljs-ln-numbers|lineno|linenodiv|copy|rouge-gutter|blob-num)(?:\s|$)/i;
/** Classes that also mark lines of code. */
const numberClass = /(?:^|\s)(?:ln|lnt|lnlinks|line-?numbers?|hljs-ln-n)(?:\s|$)/i;

/** Line numbers and copy buttons are not code. */
function isGutter(element: PageElement): boolean {
  const { attribs } = element;
  const label = attribs['class'] ?? '';
  if (gutterClass.test(label)) return true;
  const mayBeNumber = attribs['data-line-number'] !== undefined ? !/code/i.test(label) : numberClass.test(label);
  return mayBeNumber && /^[\d\s]*$/.test(element.textContent);
}

/** A longer text beside code is not a label. */
const maxLabelLength = 30;

const lineNames = new Set(['div', 'p', 'li', 'tr']);

function codeText(root: PageElement): string {
  let text = '';
  for (let node: PageNode | null = following(root, root); node; ) {
    let into = true;
    if (node.nodeType === 3) text += node.data;
    else if (isGutter(node)) into = false;
    else if (node.name === 'br' || (lineNames.has(node.name) && text && !text.endsWith('\n'))) text += '\n';
    node = following(node, root, into);
  }
  return text;
}

/** A cell with code, by the class that highlighters give it. */
function isCodeCell({ name, attribs }: PageElement): boolean {
  return name === 'td' && /(?:^|\s)code(?:\s|$)/.test(attribs['class'] ?? '');
}

/** A table that only places line numbers beside code. */
export function isCodeTable(element: PageElement): boolean {
  return (
    element.name === 'table' &&
    findFirst(element, (inner) => inner.name === 'pre' || isCodeCell(inner)) !== undefined &&
    findFirst(element, isGutter) !== undefined
  );
}

/** The parts of a table that may hold its code. The first has line numbers if nothing marks it as such. */
function codeParts(table: PageElement): PageElement[] {
  const found = findAll(table, (inner) => inner.name === 'pre' && !isInsideGutter(inner, table));
  return found.length > 0 ? found : findAll(table, isCodeCell);
}

export function codeBlock(element: PageElement): string {
  const parts = element.name === 'pre' ? [element] : codeParts(element);
  for (const part of parts) {
    const code = codeText(part)
      .replace(/\r\n?/g, '\n')
      .replace(/\u00a0/g, ' ')
      // turndown's search for trailing whitespace takes quadratic time in a long run of it.
      .replace(/\s{2000,}/g, (space) => space.slice(0, 100))
      .replace(/^\n+/, '')
      .trimEnd();
    if (code) return fenced(code, languageOf(part) || languageOf(element));
  }
  return '';
}

/** The name of the language, or a button, in the box of a code block: `<div><span class="lang">ts</span><pre>`. */
export function isCodeLabel(element: PageElement): boolean {
  const label = element.attribs['class'];
  // Most elements are neither, and one pattern is faster than two.
  if (label === undefined || !/lang|copy|clipboard/i.test(label)) return false;
  const isLanguage = /(?:^|\s)(?:lang|language|language-name|code-lang(?:uage)?)(?:\s|$)/i.test(label);
  const isCopy = /(?:^|[\s_-])(?:copy|clipboard|copybtn)(?:$|[\s_-])/i.test(label);
  if ((!isLanguage && !isCopy) || findFirst(element, ({ name }) => name === 'pre')) return false;
  if (element.textContent.trim().length > maxLabelLength) return false;
  const box = element.parent;
  return [box, box?.parent].some(
    (outer) => outer?.name !== 'body' && outer?.children.some(({ name }) => name === 'pre'),
  );
}

function isInsideGutter(element: PageElement, root: PageElement): boolean {
  for (let at: PageElement | null = element; at && at !== root; at = at.parent)
    if (isElement(at) && isGutter(at)) return true;
  return false;
}
