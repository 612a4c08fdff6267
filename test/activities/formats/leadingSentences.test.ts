import { describe, expect, it } from 'vitest';
import { leadingSentences } from '../../../activities/formats/leadingSentences.ts';

describe('the leading sentences of a page', () => {
  it('are those of its prose, without headings, lists, code, pictures and bylines', () => {
    const markdown = [
      '# The bridge',
      'By Jane Doe, 3 May',
      '![the bridge](https://example.com/b.png)',
      '- [Home](https://example.com/)',
      '```\ncode that is long enough to look like a sentence. And another one that follows.\n```',
      'The council met on **Tuesday** and agreed to rebuild the [old bridge](https://example.com/x) over the river.',
      'It will cost nine million, which the town has to borrow. Work starts in the spring.',
    ].join('\n\n');
    expect(leadingSentences(markdown, 'en')).toBe(
      'The council met on Tuesday and agreed to rebuild the old bridge over the river. It will cost nine million, which the town has to borrow. Work starts in the spring.',
    );
  });

  it('are few, however long the page is', () => {
    const sentence = 'This is one of very many sentences about nothing in particular that follow each other. ';
    expect(leadingSentences(sentence.repeat(1_000), 'en').match(/particular/g)).toHaveLength(4);
  });

  it('are found in languages without spaces, and in one that does not exist', () => {
    const text = '議会は火曜日に集まり、川に架かる古い橋を建て直すことを決めた。'.repeat(3);
    expect(leadingSentences(text, 'ja')).toContain('決めた。');
    expect(leadingSentences(text, 'not a language!')).toContain('決めた。');
  });

  it('are none of a page without prose', () => {
    expect(leadingSentences('# Title\n\n| a | b |\n| - | - |', undefined)).toBe('');
  });
});
