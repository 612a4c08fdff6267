/** Highlights the code on a page; other scripts call `highlight` for code that they add. */
import hljs from './highlight.js';

/** @param {ParentNode} within */
export function highlight(within) {
  for (const code of within.querySelectorAll('code[data-language]')) {
    const language = code.getAttribute('data-language') ?? '';
    code.innerHTML = hljs.highlight(code.textContent ?? '', { language, ignoreIllegals: true }).value;
  }
}

highlight(document);
