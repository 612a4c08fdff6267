/** The pages of the sites that are read in batches and crawls: about 34 KB of HTML each. */
const words =
  'the keeper of the lighthouse counted ships and wrote each of them down before he slept by day while the sea went on '.split(
    ' ',
  );
const kinds = 100;
const style = `<style>${'.a{color:red}'.repeat(400)}</style>`;
const footer = `<footer>${'<p>Imprint and privacy</p>'.repeat(20)}</footer>`;

// Made once: the site runs on the machine that is measured.
const paragraphs = Array.from({ length: kinds }, (_, kind) => {
  const text = Array.from({ length: 70 }, (__, at) => words[(kind * 31 + at * 7) % words.length]).join(' ');
  return `<p>${text} `;
});

/** `links` are those of its navigation, and `more` where each paragraph leads. */
export function articlePage(title: string, links: readonly string[], more: (paragraph: number) => string): string {
  const nav = links.map((link, at) => `<a href="${link}">Section ${at}</a>`).join(' ');
  const body = Array.from({ length: 70 }, (_, at) => {
    const paragraph = at + title.length;
    return `${paragraphs[paragraph % kinds]}<a href="${more(paragraph)}">more</a>.</p>`;
  });
  return `<!doctype html><html lang="en"><head><title>${title}</title>${style}</head>
<body><nav>${nav}</nav>
<main><article><h1>Page ${title}</h1>${body.join('\n')}</article></main>
${footer}</body></html>`;
}
