import { execFileSync } from 'node:child_process';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../gateway/api/openapi/document.ts';
import { settingsTable } from '../../runtime/settings.ts';
import { codeBlocks, guideFiles, isRun, readGuide } from '../support/guides.ts';
import { codeIn, tableIn } from './repository.ts';

interface Body {
  content: Record<string, unknown>;
}

interface Operation {
  operationId: string;
  parameters?: { name: string }[];
  requestBody?: Body;
  responses: Record<string, Body>;
}

const document: { paths: Paths; webhooks: Paths } = JSON.parse(
  JSON.stringify(openApiDocument('http://localhost:3000', 'http://localhost:3001')),
);
type Paths = Record<string, Record<string, Operation>>;

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(document, 'openapi');

/** What a block is, by the words behind its language: `answer of scrape`, `error of scrape`, `body of createBatch`. */
function schemaOf(note: string): object {
  const [, part = '', operation = ''] = /^(answer|error|body) of (\w+)$/.exec(note) ?? [];
  const place = part === 'body' ? ['requestBody'] : ['responses', part === 'answer' ? '200' : '400'];
  return { $ref: `openapi#${pointer([...placeOf(operation), ...place, 'content', 'application/json', 'schema'])}` };
}

function placeOf(operationId: string): string[] {
  for (const part of ['paths', 'webhooks'] as const)
    for (const [path, methods] of Object.entries(document[part]))
      for (const [method, operation] of Object.entries(methods))
        if (operation.operationId === operationId) return [part, path, method];
  throw new Error(`no operation is called ${operationId}`);
}

function pointer(steps: readonly string[]): string {
  return steps.map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');
}

const json = codeBlocks.filter(({ language }) => language === 'json');

describe('the guides', () => {
  it('are all in the list, each once', () => {
    const listed = [...readGuide('README.md').matchAll(/^- \[.+?\]\((.+?)\): /gm)].map(([, file]) => file);
    expect(listed.sort()).toEqual(guideFiles.filter((file) => file !== 'README.md'));
  });

  it('begin with the title under which they are listed', () => {
    for (const [, title, file = ''] of readGuide('README.md').matchAll(/^- \[(.+?)\]\((.+?)\): /gm))
      expect(readGuide(file), file).toMatch(`# ${title}\n`);
  });

  it('have blocks that can be run, in languages that somebody runs', () => {
    const languages = new Set(codeBlocks.map(({ language }) => language));
    expect([...languages].sort()).toEqual(['html', 'json', 'python', 'sh', 'ts']);
    expect(codeBlocks.filter(isRun).length).toBeGreaterThan(50);
  });

  it.each(json.filter(isRun))('have at $place JSON as the API has it: $note', ({ note, code }) => {
    const validate = ajv.compile(schemaOf(note));
    validate(JSON.parse(code));
    expect(validate.errors ?? []).toEqual([]);
  });

  it('have well-formed blocks also where they are not run', () => {
    for (const { language, code, place } of codeBlocks.filter((block) => !isRun(block))) {
      if (language === 'json') expect(() => JSON.parse(code), place).not.toThrow();
      if (language === 'sh') execFileSync('bash', ['-n'], { input: code });
      if (language === 'python')
        execFileSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], { input: code });
    }
  });

  it('name every image parameter, and no other', () => {
    const named = tableIn('docs/guides/image-parameters.md', '| parameter | values | default | what it does |');
    const [, path = '', method = ''] = placeOf('icon');
    const { parameters = [] } = document.paths[path]?.[method] ?? {};
    const known = parameters.map(({ name }) => name).filter((name) => name !== 'domain');
    expect(named.flatMap(([name = '']) => codeIn(name)).sort()).toEqual([...known, 'token'].sort());
  });

  it('name only settings that there are', () => {
    const settings = tableIn('docs/guides/self-hosting.md', '| setting | what it does |');
    const named = settings.flatMap(([names = '']) => codeIn(names));
    expect(named.filter((name) => !Object.hasOwn(settingsTable, name))).toEqual([]);
  });
});
