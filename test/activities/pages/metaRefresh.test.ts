import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../activities/pages/document.ts';
import { refreshTargetOf } from '../../../activities/pages/metaRefresh.ts';

function targetOf(html: string) {
  return refreshTargetOf(readDocument(html, 'https://example.com/app'));
}

describe('a meta refresh', () => {
  it('is followed to its target, resolved against the base of the page', () => {
    expect(
      targetOf(
        '<head><base href="https://example.com/a/"><meta http-equiv="Refresh" content="0; URL=\'next\'"></head>',
      ),
    ).toBe('https://example.com/a/next');
  });

  it('is not followed if it reloads the page, comes late, or is only for browsers without scripts', () => {
    expect(targetOf('<meta http-equiv="refresh" content="5">')).toBeUndefined();
    expect(targetOf('<meta http-equiv="refresh" content="300;url=/other">')).toBeUndefined();
    expect(
      targetOf('<head><noscript><meta http-equiv="refresh" content="0;url=/nojs"></noscript></head>'),
    ).toBeUndefined();
  });
});
