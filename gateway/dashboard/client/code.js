/** Colours the code on a page, and what is added to it later. */
import hljs from './highlight.js';

/** @param {ParentNode} within */
export function colour(within) {
  for (const code of within.querySelectorAll('code[data-language]')) {
    const language = code.getAttribute('data-language') ?? '';
    code.innerHTML = hljs.highlight(code.textContent ?? '', { language, ignoreIllegals: true }).value;
  }
}

colour(document);
