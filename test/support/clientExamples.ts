/** The examples in the comments of the client's public names. */
import ts from 'typescript';

const entries = ['client/index.ts', 'client/images.ts'];

/** Each public name with the code of its example; undefined if it has none. */
export function publicNames(): { name: string; example: string | undefined; comment: string }[] {
  const { options } = ts.parseJsonConfigFileContent({ extends: './tsconfig.json' }, ts.sys, '.');
  const program = ts.createProgram(entries, options);
  const checker = program.getTypeChecker();
  const symbols = entries.flatMap((entry) => {
    const source = program.getSourceFile(entry);
    const module = source && checker.getSymbolAtLocation(source);
    return module ? checker.getExportsOfModule(module) : [];
  });
  const resolved = new Map(
    symbols.map((each) => {
      const symbol = each.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(each) : each;
      return [each.name, symbol];
    }),
  );
  return [...resolved].map(([name, symbol]) => {
    const tag = symbol.getJsDocTags(checker).find((each) => each.name === 'example');
    const text = ts.displayPartsToString(tag?.text);
    return {
      name,
      example: /```ts\n([\s\S]*?)```/.exec(text)?.[1],
      comment: ts.displayPartsToString(symbol.getDocumentationComment(checker)),
    };
  });
}

/** What every example can use without saying so. */
const preamble = `import { Sightread as Client } from '@sightread/client';
import { z } from 'zod';
const client = new Client({ key: process.env['SIGHTREAD_KEY'] ?? '', url: process.env['SIGHTREAD_URL'] ?? '' });
void [client, z];
`;

/** An example as a module by itself, whose pages are those of the fixture site. */
export function moduleOf(code: string): string {
  return (
    preamble + code.replaceAll('https://example.com', 'http://site.example').replaceAll('/gone', '/status?code=404')
  );
}
