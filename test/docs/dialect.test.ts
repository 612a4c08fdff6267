/** The rules of CONTRIBUTING.md that Biome has no rule for. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.js'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !file.startsWith('test/fixtures/') && !file.endsWith('.d.ts'));
const sources = files.map((file) => {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true, kind);
});

function placeOf(source: ts.SourceFile, node: ts.Node) {
  return `${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`;
}

/** `const f = () => …` without a type annotation, which should be a `function` declaration. */
function arrowDeclarations(source: ts.SourceFile): string[] {
  const constants = source.statements
    .filter(ts.isVariableStatement)
    .filter(({ declarationList: { flags } }) => flags & ts.NodeFlags.Const);
  return constants.flatMap(({ declarationList: { declarations } }) =>
    declarations.flatMap((declaration) => {
      const isArrow = declaration.initializer !== undefined && ts.isArrowFunction(declaration.initializer);
      const hasJsDocType = ts.getJSDocType(declaration) !== undefined;
      return isArrow && !declaration.type && !hasJsDocType ? [placeOf(source, declaration)] : [];
    }),
  );
}

const british =
  /colour|behaviour|(?:normal|sanit|recogn|organ|initial|serial|minim|maxim)is(?:e|ing|ed|ation)|artefact|catalogue/i;

/** Names that we declare ourselves, in British spelling. */
function britishNames(source: ts.SourceFile): string[] {
  const found: string[] = [];
  function visit(node: ts.Node) {
    if (ts.isIdentifier(node) && british.test(node.text) && 'name' in node.parent && node.parent.name === node)
      found.push(`${placeOf(source, node)} ${node.text}`);
    ts.forEachChild(node, visit);
  }
  visit(source);
  return found;
}

/** contracts/parseUrl.ts says why. Code that runs in a page is Chromium's. */
function urlChecks(source: ts.SourceFile): string[] {
  const found: string[] = [];
  if (/^(?:contracts\/parseUrl|test\/)|\/inPage\//.test(source.fileName)) return found;
  function visit(node: ts.Node) {
    if (ts.isCallExpression(node) && node.expression.getText(source) === 'URL.canParse')
      found.push(placeOf(source, node));
    ts.forEachChild(node, visit);
  }
  visit(source);
  return found;
}

describe('the dialect of the code', () => {
  it('declares named functions on module level with `function`, unless the variable has a type', () => {
    expect(files.length).toBeGreaterThan(500);
    expect(sources.flatMap(arrowDeclarations)).toEqual([]);
  });

  it('spells the names it declares the American way', () => {
    expect(sources.flatMap(britishNames)).toEqual([]);
  });

  it('parses URLs with `parseUrl`', () => {
    expect(sources.flatMap(urlChecks)).toEqual([]);
  });

  it('has no file or folder whose name says nothing', () => {
    const empty = /(?:^|\/)(?:utils?|helpers?|common|misc|manager)(?:\.|\/)/i;
    expect(files.filter((file) => empty.test(file))).toEqual([]);
  });
});
