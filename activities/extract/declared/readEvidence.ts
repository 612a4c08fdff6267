import { readDocument } from '../../pages/document.ts';
import { readBlocks } from './blocks.ts';
import type { Evidence } from './evidence.ts';
import { readFacts } from './facts.ts';
import { readJsonLdItems } from './jsonLd.ts';
import { readMicrodata } from './microdata.ts';
import { readNamedElements } from './namedElements.ts';
import { readPageItem } from './pageItem.ts';
import { readRdfa } from './rdfa.ts';
import { readRows } from './rows.ts';
import { withProduct } from './shop/product.ts';

/** Everything that a page says in a form that a program can recognize. */
export function readEvidence(html: string, url: string): Evidence {
  const document = readDocument(html, url);
  const blocks = readBlocks(document.body);
  const evidence = {
    items: [...readJsonLdItems(document), ...readMicrodata(document), ...readRdfa(document)],
    page: readPageItem(document),
    facts: readFacts(document.body, blocks),
    rows: readRows(document),
    blocks,
    named: readNamedElements(document.body),
    resolve: document.resolve,
  };
  return withProduct(evidence, document);
}
