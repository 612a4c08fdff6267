import { describe, expect, it } from 'vitest';
import { consentDialogs } from '../../support/consentDialogs.ts';
import { markdownOf, pageOf, prose } from './pageOf.ts';

describe('a consent dialog', () => {
  for (const [vendor, { html }] of Object.entries(consentDialogs))
    it(`of ${vendor} is not part of the content`, async () => {
      expect(await markdownOf(`<h1>Bread</h1><p>How to bake it.</p>${html}`)).toBe('# Bread\n\nHow to bake it.');
      const { markdown } = await pageOf(`${html}<article><h1>Bread</h1>${prose(4)}</article>`);
      expect(markdown).toMatch(/^# Bread\n\nParagraph 0/);
      expect(markdown).not.toMatch(/privacy|cookies|consent|services/i);
    });

  it('is not what a page writes about cookies', async () => {
    const policy =
      '<h1>Cookie policy</h1><div id="cookie-policy" class="cookies consent"><p>We use cookies. Press “Accept all” to consent.</p></div>';
    expect(await markdownOf(policy)).toBe('# Cookie policy\n\nWe use cookies. Press “Accept all” to consent.');
    expect(await markdownOf('<main class="klaro"><p>A page about Klaro</p></main>')).toBe('A page about Klaro');
  });
});
