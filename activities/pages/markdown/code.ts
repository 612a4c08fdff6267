import { findFirst, following, isElement, type PageElement, type PageNode } from '../tree/nodes.ts';
import { fenced } from './fence.ts';

const languagePattern = /(?:^|\s)(?:language|lang|highlight-source|highlight-text|brush:|code)[-\s:]\s*([\w+#.-]+)/i;
const noLanguage = new Set(['text', 'plain', 'plaintext', 'none', 'nohighlight', 'txt', 'block', 'wrapper', 'default']);

function languageOf(pre: PageElement): string {
  const inner = findFirst(pre, ({ name }) => name === 'code');
  const outer = [pre.parent, pre.parent?.parent];
  for (const element of [inner, pre, ...outer]) {
    if (!element) continue;
    const { attribs } = element;
    const named = attribs['data-lang'] ?? attribs['data-language'] ?? languagePattern.exec(attribs['class'] ?? '')?.[1];
    if (named && /^[\w+#.-]{1,30}$/.test(named)) return noLanguage.has(named.toLowerCase()) ? '' : named.toLowerCase();
  }
  // Some tools write the bare language: `<pre class="sourceCode python">`, `<code class="hljs python">`.
  for (const element of [inner, pre]) {
    const bare = /(?:^|\s)(?:sourceCode|hljs|prettyprint|highlight)\s+([a-z][\w+#]{0,15})(?:\s|$)/.exec(
      element?.attribs['class'] ?? '',
    )?.[1];
    if (bare && !noLanguage.has(bare)) return bare;
  }
  return '';
}

/** Line numbers and copy buttons are not code. */
function isGutter({ attribs }: PageElement): boolean {
  return (
    attribs['data-line-number'] !== undefined ||
    /(?:^|[\s-])(?:gutter|linenos?|line-?numbers?-rows|hljs-ln-numbers|lineno|linenodiv|copy|rouge-gutter|blob-num)(?:\s|$)/i.test(
      attribs['class'] ?? '',
    )
  );
}

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

/** A table that only places line numbers beside code. */
export function isCodeTable(element: PageElement): boolean {
  return (
    element.name === 'table' &&
    findFirst(element, ({ name }) => name === 'pre') !== undefined &&
    findFirst(element, isGutter) !== undefined
  );
}

export function codeBlock(element: PageElement): string {
  const pre =
    element.name === 'pre'
      ? element
      : findFirst(element, (inner) => inner.name === 'pre' && !isInsideGutter(inner, element));
  if (!pre) return '';
  const code = codeText(element.name === 'pre' ? element : pre)
    .replace(/\r\n?/g, '\n')
    .replace(/\u00a0/g, ' ')
    // turndown's search for trailing whitespace takes quadratic time in a long run of it.
    .replace(/\s{2000,}/g, (space) => space.slice(0, 100))
    .replace(/^\n+/, '')
    .trimEnd();
  return code ? fenced(code, languageOf(pre)) : '';
}

function isInsideGutter(element: PageElement, root: PageElement): boolean {
  for (let at: PageElement | null = element; at && at !== root; at = at.parent)
    if (isElement(at) && isGutter(at)) return true;
  return false;
}
