import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { documentedOperations, sourceOf } from '../../support/codeSamples.ts';

describe('the samples of the reference', () => {
  it('are there for every operation in three languages', () => {
    expect(documentedOperations.length).toBeGreaterThan(50);
    for (const operation of documentedOperations)
      expect(
        operation['x-codeSamples']?.map(({ lang }) => lang),
        operation.operationId,
      ).toEqual(['shell', 'typescript', 'python']);
  });

  it('use the client where it has a method', () => {
    const byClient = documentedOperations.filter((operation) =>
      sourceOf(operation, 'typescript').includes('new Sightread('),
    );
    const names = byClient.map(({ operationId }) => operationId);
    expect(names).toEqual(
      expect.arrayContaining(['scrape', 'createBatch', 'batchEvents', 'crawlErrors', 'monitorRun']),
    );
    expect(names.length).toBeGreaterThanOrEqual(29);
  });

  it('are shell and Python', () => {
    const shell = documentedOperations.map((operation) => sourceOf(operation, 'shell')).join('\n');
    execFileSync('bash', ['-n'], { input: shell });
    const python = documentedOperations.map((operation) => sourceOf(operation, 'python')).join('\n');
    execFileSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], { input: python });
  });
});
