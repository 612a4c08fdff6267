import { ApplicationFailure } from '@temporalio/common';
import { describe, expect, it } from 'vitest';
import { boundedError, boundedResult } from '../../workers/historyBoundary.ts';

const long = 'x'.repeat(3_000_000);

function sizeOf(error: unknown): number {
  const parts: string[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) parts.push(cause.message, cause.stack ?? '');
  return parts.join('').length;
}

describe('what an activity returns', () => {
  it('keeps its shape, with every text cut', () => {
    const result = { render: [{ index: 3, reason: long }], later: [], ended: false, nothing: null, none: undefined };
    expect(boundedResult(result)).toEqual({ ...result, render: [{ index: 3, reason: `${'x'.repeat(499)}…` }] });
  });
});

describe('what an activity fails with', () => {
  it('stays as it is when it is short', () => {
    const error = new TypeError('ours', { cause: new Error('theirs') });
    expect(boundedError(error)).toBe(error);
  });

  it.each([
    ['its message', new TypeError(long)],
    ['its stack', Object.assign(new Error('short'), { stack: long })],
    ['a cause', new Error('short', { cause: new Error(long) })],
    ['a cause that is a text', new Error('short', { cause: long })],
  ])('is short when %s is long', (_, error) => {
    const bounded = boundedError(error);
    expect(sizeOf(bounded)).toBeLessThan(20_000);
    expect(bounded).toMatchObject({ type: error.name, message: expect.stringMatching(/^(?:short|x+…)$/) });
  });

  it('still says that a retry is of no use', () => {
    const error = ApplicationFailure.nonRetryable(long, 'Refused');
    expect(boundedError(error)).toMatchObject({ nonRetryable: true });
  });

  it('is short when its causes go in a circle', () => {
    const error = new Error('round');
    error.cause = error;
    expect(boundedError(error)).toMatchObject({ message: 'round', cause: undefined });
  });
});
