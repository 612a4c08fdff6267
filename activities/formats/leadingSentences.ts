/** What a reader would take as the gist is not further down than this. */
const maxReadLength = 50_000;
const maxSentences = 4;
const maxLength = 700;
/** Shorter blocks are bylines, dates, captions and buttons. */
const minBlockLength = 60;

/** Headings, lists, quotes, tables, code, footnotes and rules. */
const notProse = /^(?:#{1,6} |[-*+] |\d+[.)] |> |\||```|~~~|\[\^|(?:[-*_] ?){3,}$| {4}|\t)/;

/** The first sentences of the prose of a page; empty if it has none. */
export function leadingSentences(markdown: string, language: string | undefined): string {
  const sentences: string[] = [];
  let length = 0;
  for (const block of proseBlocks(markdown.slice(0, maxReadLength))) {
    for (const sentence of sentencesOf(block, language)) {
      if (sentences.length >= maxSentences || (sentences.length > 0 && length + sentence.length > maxLength))
        return sentences.join(' ');
      sentences.push(sentence.slice(0, maxLength));
      length += sentence.length;
    }
  }
  return sentences.join(' ');
}

function* proseBlocks(markdown: string): Generator<string> {
  const withoutCode = markdown.replace(/^(```|~~~)[^\n]*\n[\s\S]*?^\1[^\n]*$/gm, '');
  for (const block of withoutCode.split(/\n\s*\n/)) {
    if (notProse.test(block)) continue;
    const text = plainText(block);
    if (text.length >= minBlockLength) yield text;
  }
}

/** The words of inline markdown. */
function plainText(block: string): string {
  return block
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[\^[^\]]*\]/g, '')
    .replace(/(\*\*|__|\*|`|~~)(?=\S)([^*`~\n]*?\S)\1/g, '$2')
    .replace(/\\([\\`*_{}[\]()#+\-.!|~>])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

function sentencesOf(text: string, language: string | undefined): string[] {
  const [locale] = supportedLocale(language);
  const segmenter = new Intl.Segmenter(locale, { granularity: 'sentence' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment.trim()).filter(Boolean);
}

/** The page may declare anything as its language. */
function supportedLocale(language: string | undefined): string[] {
  try {
    return Intl.Segmenter.supportedLocalesOf(language ?? []);
  } catch {
    return [];
  }
}
