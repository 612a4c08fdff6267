import { expect, it } from 'vitest';
import { pageOf, prose } from './pageOf.ts';

const page = `<main><h1>T</h1><div class="price">12 €</div>${prose(2)}<div id="box" class="note">Note <span class="drop">gone</span></div></main><footer class="f">Foot</footer>`;

it('keeps only what includeTags matches, in document order', async () => {
  const { markdown } = await pageOf(page, { options: { includeTags: ['footer.f', '.price', '.note > .drop'] } });
  expect(markdown).toBe('12 €\n\ngone\n\nFoot');
});

it('leaves out what excludeTags matches', async () => {
  const { markdown } = await pageOf(page, {
    options: { onlyMainContent: false, excludeTags: ['p', '.drop', '#nothing'] },
  });
  expect(markdown).toBe('# T\n\n12 €\n\nNote\n\nFoot');
});

it('refuses an invalid selector by name', async () => {
  await expect(pageOf(page, { options: { includeTags: ['.ok', 'div[['] } })).rejects.toMatchObject({
    kind: 'InvalidRequest',
    message: expect.stringContaining('includeTags: "div[["'),
  });
  await expect(pageOf(page, { options: { excludeTags: [':no-such'] } })).rejects.toMatchObject({
    kind: 'InvalidRequest',
  });
});
