import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { envExample } from '../../deploy/settings/envExample.ts';
import { settingsPage } from '../../deploy/settings/page.ts';

describe('the generated lists of settings (npm run settings writes them)', () => {
  it('.env.example has every setting with its default', () => {
    expect(readFileSync('.env.example', 'utf8')).toBe(envExample());
  });

  it('docs/settings.md has every setting with its default', () => {
    expect(readFileSync('docs/settings.md', 'utf8')).toBe(settingsPage());
  });
});
