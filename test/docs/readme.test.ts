import { describe, expect, it } from 'vitest';
import { readDocument } from './repository.ts';

const maxLines = 150;
const readme = readDocument('README.md');

describe('README.md', () => {
  it('has the two commands and fits on a few screens', () => {
    expect(readme).toMatch(/^npm start .*\nnpm test /m);
    expect(readme.split('\n').length).toBeLessThanOrEqual(maxLines);
  });
});
