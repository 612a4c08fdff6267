import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { decodeBody } from '../../../activities/pages/charset.ts';
import { parseHtml } from '../../../activities/pages/tree/parseHtml.ts';
import { unseenNames, visibleTextOf } from '../../activities/pages/visibleText.ts';
import { overlapOf } from './wordF1.ts';

function visibleTextOfParse5(node: DefaultTreeAdapterTypes.Node): string {
  if ('value' in node) return node.value;
  if (unseenNames.has(node.nodeName) || !('childNodes' in node)) return '';
  return node.childNodes.map(visibleTextOfParse5).join('');
}

export interface TreeDifference {
  /** The share of words that only one of the two trees has. */
  share: number;
  oursMs: number;
  parse5Ms: number;
}

/** How the visible text of our tree differs from that of parse5's. */
export function treeDifference(body: Buffer): TreeDifference {
  const source = decodeBody(body, 'text/html').text;
  const began = process.cpuUsage();
  const { html } = parseHtml(source);
  const between = process.cpuUsage();
  const theirs = parse(source);
  const ended = process.cpuUsage(between);
  const { common, left, right } = overlapOf(visibleTextOf(html), visibleTextOfParse5(theirs));
  return {
    share: left + right === 0 ? 0 : 1 - common / Math.max(left, right),
    oursMs: (between.user + between.system - began.user - began.system) / 1000,
    parse5Ms: (ended.user + ended.system) / 1000,
  };
}
