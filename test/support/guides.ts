/** The code blocks of the guides and the README, and what the words behind their language say. */
import { readdirSync, readFileSync } from 'node:fs';

export interface CodeBlock {
  /** The file and line at which it begins, for messages. */
  place: string;
  guide: string;
  language: string;
  /** What stands behind the language: empty if the block is simply run. */
  note: string;
  code: string;
}

const folder = 'docs/guides';
const fence = /^```(\w*) ?(.*)\n([\s\S]*?)^```$/gm;

export const guideFiles: readonly string[] = readdirSync(folder).filter((file) => file.endsWith('.md'));

export function readGuide(file: string): string {
  return readFileSync(`${folder}/${file}`, 'utf8');
}

export const codeBlocks: readonly CodeBlock[] = [
  ...guideFiles.flatMap((guide) => blocksIn(readGuide(guide), guide)),
  ...readmeBlocks(),
];

function blocksIn(text: string, guide: string): CodeBlock[] {
  return [...text.matchAll(fence)].map(({ 1: language = '', 2: note = '', 3: code = '', index }) => ({
    place: `${guide}:${text.slice(0, index).split('\n').length}`,
    guide,
    language,
    note,
    code,
  }));
}

/** There, the blocks of a language are one program: the first prepares those after it. */
function readmeBlocks(): CodeBlock[] {
  const guide = 'the README';
  const blocks = blocksIn(readFileSync('README.md', 'utf8'), guide);
  const programs = ['ts', 'python'].map((language) => ({
    place: `${guide} in ${language}`,
    guide,
    language,
    note: '',
    code: blocks.flatMap((block) => (block.language === language ? [block.code] : [])).join(''),
  }));
  return [...programs, ...blocks.filter(({ language }) => language === 'sh' || language === 'html')];
}

export function isRun({ note }: CodeBlock): boolean {
  return !note.startsWith('not run: ');
}
