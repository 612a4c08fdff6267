import { readDocument } from '../../pages/document.ts';
import { readBlocks } from './blocks.ts';
import type { Evidence } from './evidence.ts';
import { readFacts } from './facts.ts';
import { readJsonLdItems } from './jsonLd.ts';
import { readMicrodata, readRdfa } from './markup.ts';
import { readNamed } from './named.ts';
import { readPage } from './page.ts';
import { readRows } from './rows.ts';

/** Everything that a page says in a form that a program can tell apart. */
export function readDeclared(html: string, url: string): Evidence {
  const document = readDocument(html, url);
  const blocks = readBlocks(document.body);
  return {
    items: [...readJsonLdItems(document), ...readMicrodata(document), ...readRdfa(document)],
    page: readPage(document),
    facts: readFacts(document.body, blocks),
    rows: readRows(document),
    blocks,
    named: readNamed(document.body),
    resolve: document.resolve,
  };
}
