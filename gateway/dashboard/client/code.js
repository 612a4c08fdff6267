/** Highlights the code on a page; other scripts call `highlight` for code that they add. */

import bash from './bash-grammar.js';
import css from './css-grammar.js';
import hljs from './highlight.js';
import json from './json-grammar.js';
import markdown from './markdown-grammar.js';
import python from './python-grammar.js';
import typescript from './typescript-grammar.js';
import xml from './xml-grammar.js';

// TypeScript's grammar reads JavaScript too.
const grammars = { bash, css, javascript: typescript, json, markdown, python, typescript, html: xml, xml };
for (const [name, grammar] of Object.entries(grammars)) hljs.registerLanguage(name, grammar);

/** @param {ParentNode} within */
export function highlight(within) {
  for (const code of within.querySelectorAll('code[data-language]')) {
    const language = code.getAttribute('data-language') ?? '';
    code.innerHTML = hljs.highlight(code.textContent ?? '', { language, ignoreIllegals: true }).value;
  }
}

highlight(document);
