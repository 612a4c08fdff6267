import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { envExample, settingsMarkdown } from '../../deploy/settings/envExample.ts';

describe('the settings as they are written down (npm run settings brings them up to date)', () => {
  it('.env.example lists each with its default', () => {
    expect(readFileSync('.env.example', 'utf8')).toBe(envExample());
  });

  it("the README's table lists each with its default", () => {
    expect(readFileSync('README.md', 'utf8')).toContain(settingsMarkdown());
  });
});
