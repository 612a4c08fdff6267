/** How many cases a test file has, counted in its source. */
import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** A table that is not written out in the file, such as a corpus, counts as one case: the result is a lower bound. */
export function countCases(path: string): number {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const tables = constantTables(source);
  let count = 0;
  function visit(node: ts.Node) {
    if (ts.isCallExpression(node)) count += casesOf(node.expression, tables);
    ts.forEachChild(node, visit);
  }
  visit(source);
  return count;
}

/** For what is called: `it` is one case, `it.each(table)` one for each row. */
function casesOf(callee: ts.Expression, tables: ReadonlyMap<string, number>): number {
  if (isNamed(callee, 'it') || isNamed(callee, 'test')) return 1;
  if (!ts.isCallExpression(callee) || !ts.isPropertyAccessExpression(callee.expression)) return 0;
  const { expression, name } = callee.expression;
  if (name.text !== 'each' || !(isNamed(expression, 'it') || isNamed(expression, 'test'))) return 0;
  const [table] = callee.arguments;
  return table ? rowsOf(table, tables) : 0;
}

function rowsOf(table: ts.Expression, tables: ReadonlyMap<string, number>): number {
  if (ts.isAsExpression(table) || ts.isSatisfiesExpression(table)) return rowsOf(table.expression, tables);
  if (ts.isIdentifier(table)) return tables.get(table.text) ?? 1;
  if (!ts.isArrayLiteralExpression(table)) return 1;
  return table.elements.length;
}

function constantTables(source: ts.SourceFile): ReadonlyMap<string, number> {
  const declarations = source.statements
    .filter(ts.isVariableStatement)
    .flatMap((each) => [...each.declarationList.declarations]);
  return new Map(
    declarations.flatMap(({ name, initializer }) =>
      ts.isIdentifier(name) && initializer ? [[name.text, rowsOf(initializer, new Map())] as const] : [],
    ),
  );
}

function isNamed(node: ts.Expression, name: string): boolean {
  return ts.isIdentifier(node) && node.text === name;
}
