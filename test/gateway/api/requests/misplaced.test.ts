import { describe, expect, it } from 'vitest';
import { misplacedProblem } from '../../../../gateway/api/requests/misplaced.ts';
import { type RequestKind, requestKinds } from '../../../../gateway/api/requests/requests.ts';

describe('a field that an operation has', () => {
  it.each(Object.keys(requestKinds) as RequestKind[])('is never sent elsewhere by %s', (kind) => {
    const { properties } = requestKinds[kind].schema;
    expect(misplacedProblem(kind, properties, undefined)).toBeUndefined();
  });

  it.each(['scrape', 'crawl', 'map'] as const)('is never sent elsewhere by %s on /v2', (kind) => {
    expect(misplacedProblem(kind, requestKinds[kind].schema.properties, kind)).toBeUndefined();
  });
});
