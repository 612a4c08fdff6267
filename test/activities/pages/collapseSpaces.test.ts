import TurndownService from 'turndown';
import { describe, expect, it } from 'vitest';
import { collapseSpaces } from '../../../activities/pages/markdown/collapseSpaces.ts';
import { append } from '../../../activities/pages/tree/edit.ts';
import { PageElement, type PageNode, PageText } from '../../../activities/pages/tree/nodes.ts';
import { createRandom, oneOf, type Random } from '../../support/random.ts';

const texts = [' ', '  ', 'a', ' b', 'c ', ' d ', 'e  f', '   ', ''];
const inlineNames = ['strong', 'em', 'a', 'code', 'img', 'br', '#raw'];
const blockNames = ['p', 'h2', 'li', 'ul', 'blockquote', 'div', 'hr'];
const maxDepth = 4;

function randomNode(random: Random, depth: number): PageNode {
  if (depth === maxDepth || random() < 0.4) return new PageText(oneOf(texts, random));
  return randomElement(oneOf(random() < 0.6 ? inlineNames : blockNames, random), random, depth);
}

function randomElement(name: string, random: Random, depth: number): PageElement {
  const element = new PageElement(name, { href: '/', src: '/' });
  const isEmpty = name === 'img' || name === 'br' || name === 'hr';
  for (let left = isEmpty ? 0 : Math.floor(random() * 5); left > 0; left--)
    append(element, randomNode(random, depth + 1));
  return element;
}

function shown(node: PageNode): unknown {
  return node.nodeType === 3 ? node.data : [node.name, ...node.childNodes.map(shown)];
}

/** turndown collapses the whitespace of its input, which is not copied here, before it converts it. */
function collapseWithTurndown(root: PageElement): void {
  new TurndownService().turndown(root as never);
}

describe('collapsing the spaces of a tree', () => {
  it('does what turndown does itself, in random trees', () => {
    for (let seed = 0; seed < 3_000; seed++) {
      const [ours, theirs] = [1, 2].map(() => randomElement('div', createRandom(seed), 0)) as [
        PageElement,
        PageElement,
      ];
      collapseSpaces(ours);
      collapseWithTurndown(theirs);
      expect(shown(ours), `seed ${seed}`).toEqual(shown(theirs));
    }
  });
});
