/** Starts the API reference, with what a visitor who is signed in needs to try it. */

const place = document.getElementById('reference');
const { secretKey, publishableKey } = place?.dataset ?? {};
const theme = document.documentElement.dataset['theme'];

Scalar.createApiReference('#reference', {
  url: '/v1/openapi.json',
  // As this visitor reaches it, which may be by another name.
  servers: [{ url: location.origin }],
  theme: 'none',
  withDefaultFonts: false,
  ...(theme && { darkMode: theme === 'dark' }),
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  hideModels: true,
  // Each operation has samples of its own.
  hiddenClients: true,
  documentDownloadType: 'json',
  defaultOpenFirstTag: true,
  persistAuth: secretKey === undefined,
  authentication: {
    preferredSecurityScheme: 'secretKey',
    securitySchemes: {
      secretKey: { token: secretKey ?? '' },
      publishableKey: { value: publishableKey ?? '' },
    },
  },
});

/** Adds what the library leaves out for people who use a screen reader or the keyboard. */
function repair() {
  for (const button of document.querySelectorAll('button[aria-selected]:not([role=tab], [role=option])'))
    button.removeAttribute('aria-selected');
  // With that role a button has no name.
  for (const button of document.querySelectorAll('button[role=search]')) button.removeAttribute('role');
  for (const button of document.querySelectorAll('button[class*=copy-button]:not([aria-label])'))
    button.setAttribute('aria-label', 'Copy');
  for (const list of document.querySelectorAll('ul.endpoints:not([tabindex])')) list.setAttribute('tabindex', '0');
}

new MutationObserver(repair).observe(document.body, {
  childList: true,
  subtree: true,
  attributeFilter: ['aria-selected', 'role'],
});
