import { describe, expect, it } from 'vitest';
import { countCases } from './countCases.ts';
import { codeIn, readDocument, repositoryFiles } from './repository.ts';

const rows = readDocument('SECURITY.md')
  .split('\n')
  .filter((line) => /^\| .+ \| \d+ \|$/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, promise = '', tests = '', cases = '']) => ({ promise, files: codeIn(tests), cases: Number(cases) }));

describe('SECURITY.md', () => {
  it('has a test for each of its promises', () => {
    expect(rows.length).toBeGreaterThan(15);
    for (const { promise, files } of rows) {
      expect({ promise, files: files.length > 0 }).toEqual({ promise, files: true });
      expect(repositoryFiles).toEqual(expect.arrayContaining(files));
    }
  });

  it.each(rows)('does not promise more cases than there are: $promise', ({ files, cases }) => {
    expect(files.map(countCases).reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(cases);
  });
});
