import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { consentDialogs } from '../../support/consentDialogs.ts';
import { html, siteWithPages } from './browserPages.ts';
import { noChromium, sharedBrowser } from './testBrowser.ts';

/**
 * A page on white that a red dialog covers and keeps from scrolling. A click on a button that refuses turns it green, a
 * click on any other one blue.
 */
function covered(dialog: string): string {
  return `<style>html, body { background: white; overflow: hidden }
    #cover > *, #cover > * > * { position: fixed; inset: 0; background: red }</style>
    <p>Page</p><div id="cover">${dialog}</div>
    <script>
      addEventListener('click', (event) => {
        const button = event.composedPath().find((node) => node.localName === 'button');
        const refuses = /reject|deny|decline|disagree|required|do not/i.test(button.textContent);
        document.body.style.background = refuses ? 'rgb(0, 255, 0)' : 'rgb(0, 0, 255)';
      });
    </script>`;
}

describe.skipIf(noChromium)(`a consent dialog in a screenshot${noChromium ? ' (skipped: no Chromium)' : ''}`, () => {
  const { render } = sharedBrowser();

  for (const [vendor, { html: dialog, refuses }] of Object.entries(consentDialogs))
    it(`of ${vendor} is ${refuses ? 'refused' : 'hidden'}`, async () => {
      const { url } = await siteWithPages({ '/': html(covered(dialog)) });
      const { screenshot, html: source } = await render({ url, screenshot: {} });
      const { data } = await sharp(screenshot?.bytes)
        .extract({ left: 600, top: 400, width: 1, height: 1 })
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect([...data]).toEqual(refuses ? [0, 255, 0] : [255, 255, 255]);
      expect(source).toContain('overflow: hidden');
    });
});
