import { describe, expect, it } from 'vitest';
import { contentHashOf } from '../../../activities/pages/contentHash.ts';

function hashOf(markdown: string) {
  return contentHashOf({ markdown });
}

describe('the hash of a page', () => {
  it('does not depend on where its links lead', () => {
    expect(hashOf('Go [on](/a) and [on](/b).')).toBe(hashOf('Go [on](/a/a) and [on](/a/b).'));
    expect(hashOf('[![Ship](/s.png)](/a)')).toBe(hashOf('[![Ship](/s.png)](/b)'));
  });

  it('depends on its words and pictures', () => {
    expect(hashOf('Go [on](/a).')).not.toBe(hashOf('Go [back](/a).'));
    expect(hashOf('![Ship](/1.png)')).not.toBe(hashOf('![Ship](/2.png)'));
  });

  it('is none without any', () => {
    expect(hashOf(' \n')).toBeUndefined();
    expect(contentHashOf({})).toBeUndefined();
  });
});
