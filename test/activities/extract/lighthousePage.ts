/** A page that says more in words than in markup. */
export const lighthouse = `<!doctype html><html lang="en"><head><title>Cape Lighthouse</title></head><body>
<h1>Cape Lighthouse</h1>
<p>The keeper of the lighthouse is Ada Brandt. It was built in 1871 and is 42.5 metres high.</p>
<p>Open from 3 May 2024. Entry costs $12.50 for adults.</p>
<h2>Rules</h2><ul><li>No drones</li><li>No dogs</li></ul>
</body></html>`;

export const lighthouseText = `# Cape Lighthouse

The keeper of the lighthouse is Ada Brandt. It was built in 1871 and is 42.5 metres high.

Open from 3 May 2024. Entry costs $12.50 for adults.

## Rules

- No drones
- No dogs`;

export const lighthousePage = { url: 'https://site.example/cape', html: lighthouse, markdown: lighthouseText };
