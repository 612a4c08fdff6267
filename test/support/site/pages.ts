function paragraph(number: number) {
  return `<p>Paragraph ${number} tells at some length how the keeper of the lighthouse counted ships, wrote each of them down, and slept by day.</p>`;
}

/** A static page with main content, navigation and a footer. */
export function articlePage(title: string) {
  return `<!doctype html>
<html lang="en"><head><title>${title}</title><meta name="description" content="All about ${title}"></head>
<body><nav><a href="/">Home</a> <a href="/about">About</a></nav>
<main><article><h1>${title}</h1>${[1, 2, 3, 4, 5, 6].map(paragraph).join('\n')}
<p>More on <a href="/next?page=2">the next page</a>.</p></article></main>
<footer>Imprint and privacy</footer></body></html>`;
}

/** An application shell: it has no text until its script runs. */
export const scriptPage = `<!doctype html>
<html lang="en"><head><title>Application</title></head><body><div id="root"></div>
<script>
  const root = document.getElementById('root');
  root.innerHTML = '<main><h1>Rendered</h1>' + '<p>This text was written by a script and is long enough to count.</p>'.repeat(5) + '</main>';
</script></body></html>`;
