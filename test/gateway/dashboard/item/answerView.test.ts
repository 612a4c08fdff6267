import { describe, expect, it } from 'vitest';
import { answerViewOf, markQuotes } from '../../../../gateway/dashboard/view/item/answerView.ts';

describe('the quotes in a text', () => {
  it('are marked once, in the order of the text, whatever breaks its lines', () => {
    const { parts, markOf } = markQuotes('One\nlight and two ships.', ['two ships', 'one light', 'no such', undefined]);
    expect(parts).toEqual([
      { text: 'One\nlight', mark: 0 },
      { text: ' and ' },
      { text: 'two ships', mark: 1 },
      { text: '.' },
    ]);
    expect(markOf).toEqual([1, 0, undefined, undefined]);
  });

  it('share a mark if one is inside of the other', () => {
    const { parts, markOf } = markQuotes('the old lighthouse', ['lighthouse', 'old lighthouse']);
    expect(parts).toEqual([{ text: 'the ' }, { text: 'old lighthouse', mark: 0 }]);
    expect(markOf).toEqual([0, 0]);
  });

  it('are taken as they are, not as patterns', () => {
    expect(markQuotes('costs (9.50)', ['(9.50)', 'c.sts']).markOf).toEqual([0, undefined]);
  });
});

describe('the view of an extraction', () => {
  it('has each value beside its evidence, and the text of the page without markup', () => {
    const answer = {
      data: { title: 'Tom & <Co>', 'a/b': 3 },
      evidence: {
        '/title': { source: 'text', quote: 'Tom & <Co>' },
        '/a~1b': { source: 'model' },
      },
    };
    const page = { url: 'https://example.com', markdown: '# Tom &amp; &lt;Co&gt;\n\n**Bold** words', metadata: {} };
    expect(answerViewOf(JSON.stringify(answer), page as never).found).toEqual({
      values: [
        { pointer: '/title', value: 'Tom & <Co>', source: 'text', quote: 'Tom & <Co>', mark: 0 },
        { pointer: '/a~1b', value: '3', source: 'model' },
      ],
      text: [{ text: 'Tom & <Co>', mark: 0 }, { text: '\nBold words' }],
      cut: 0,
    });
  });
});
