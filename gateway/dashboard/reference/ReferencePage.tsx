import type { Assets } from '../assets.ts';

/** What the page's client sends; empty for a visitor who is not signed in. */
export interface ReferenceKeys {
  secretKey?: string;
  publishableKey?: string;
}

interface ReferencePageProps {
  assets: Assets;
  theme: 'light' | 'dark' | undefined;
  keys: ReferenceKeys;
}

export function ReferencePage({ assets, theme, keys }: ReferencePageProps) {
  return (
    <html lang="en" {...(theme && { 'data-theme': theme })}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>API reference · Sightread</title>
        <link rel="icon" type="image/svg+xml" href={assets.url('mark.svg')} />
        <link rel="stylesheet" href={assets.url('reference.css')} />
        <script src="/v1/docs/scalar.js" defer />
        <script src={assets.url('reference.js')} type="module" />
      </head>
      <body>
        <nav class="reference-bar" aria-label="Sightread">
          <a href="/docs">Guides</a>
          <a href="/">Dashboard</a>
        </nav>
        <div
          id="reference"
          {...(keys.secretKey && { 'data-secret-key': keys.secretKey })}
          {...(keys.publishableKey && { 'data-publishable-key': keys.publishableKey })}
        />
      </body>
    </html>
  );
}
