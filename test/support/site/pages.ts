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

/** Custom elements around almost no text of their own: an open and a closed shadow root, a frame and a lazy part. */
export const componentPage = `<!doctype html>
<html lang="en"><head><title>Components</title></head><body>
<x-page><h1 slot="title">Assigned title</h1></x-page>
<script>
  function define(name, mode, content) {
    customElements.define(name, class extends HTMLElement {
      constructor() { super(); this.attachShadow({ mode }).innerHTML = content; }
    });
  }
  define('x-page', 'open', '<style>main { margin: 0 }</style><main><slot name="title"></slot><p>Text of an open shadow root.</p><x-inner></x-inner><iframe src="/component-frame" width="600" height="300"></iframe><div style="height: 3000px"></div><p id="lazy"></p></main>');
  define('x-inner', 'closed', '<p>Text of a closed shadow root.</p>');
  const lazy = document.querySelector('x-page').shadowRoot.getElementById('lazy');
  new IntersectionObserver(([seen]) => { if (seen.isIntersecting) lazy.textContent = 'Text that appears on scrolling.'; }).observe(lazy);
</script></body></html>`;

export const componentFrame = '<!doctype html><title>Frame</title><p>Text of a <a href="frame-link">frame</a>.</p>';

/** It has nothing to read, with its script or without. */
export const emptyPage = `<!doctype html>
<html lang="en"><head><title>Empty</title></head><body><div id="root"></div><script>document.title = 'Still empty';</script></body></html>`;

/** A product whose data is in JSON-LD, in a table and in the text. */
export const productPage = `<!doctype html>
<html lang="en"><head><title>Brass lantern – Lamps</title><meta property="og:description" content="A lantern of brass.">
<script type="application/ld+json">{"@context": "https://schema.org", "@type": "Product", "name": "Brass lantern",
"offers": {"@type": "Offer", "price": "129.00", "priceCurrency": "EUR", "availability": "https://schema.org/InStock"}}</script></head>
<body><main><h1>Brass lantern</h1>${[1, 2, 3].map(paragraph).join('\n')}<p>Item no. 418295</p>
<table><tr><td>Weight</td><td>2 kg</td></tr><tr><td>Height</td><td>30 cm</td></tr></table></main></body></html>`;
