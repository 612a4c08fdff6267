import { describe, expect, it } from 'vitest';
import { settingsTable } from '../../runtime/settings.ts';
import { readDocument, tableIn } from './repository.ts';

describe('README.md', () => {
  it('begins with the two commands', () => {
    expect(readDocument('README.md')).toMatch(/^npm start .*\nnpm test /m);
  });

  it('gives settings their names and defaults', () => {
    const rows = tableIn('README.md', '| setting | default | what it does |');
    const shown = rows.map(([name = '', fallback = '']) => [name, fallback]);
    const known = Object.entries(settingsTable).map(([name, setting]) => [
      `\`${name}\``,
      setting.default ? `\`${setting.default}\`` : '–',
    ]);
    expect(known).toEqual(expect.arrayContaining(shown));
    expect(rows).not.toEqual([]);
  });
});
