import { escapeAttribute, escapeText } from 'entities';
import { Marked, type Tokens } from 'marked';

export interface Heading {
  id: string;
  text: string;
}

export interface GuideHtml {
  html: string;
  /** The headings of the second level, for the list at the side. */
  headings: readonly Heading[];
}

const languages: Record<string, string> = { sh: 'bash', ts: 'typescript', python: 'python', html: 'xml' };
const languageNames: Record<string, string> = {
  sh: 'Shell',
  ts: 'TypeScript',
  python: 'Python',
  html: 'HTML',
  json: 'JSON',
  yaml: 'YAML',
  js: 'JavaScript',
};

/** A guide as HTML. The files are ours, so nothing in them is filtered out. */
export function guideHtml(markdown: string): GuideHtml {
  const headings: Heading[] = [];
  const marked = new Marked({
    gfm: true,
    async: false,
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const inner = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1>${inner}</h1>\n`;
        const id = anchorOf(text);
        if (depth === 2) headings.push({ id, text: text.replaceAll('`', '') });
        return `<h${depth} id="${id}"><a class="anchor" href="#${id}">${inner}</a></h${depth}>\n`;
      },
      code({ text, lang = '' }: Tokens.Code) {
        const name = lang.split(' ')[0] ?? '';
        const label = languageNames[name] ?? 'Text';
        const language = languages[name] ?? name;
        const highlighted = name in languageNames ? ` data-language="${language}"` : '';
        return `<div class="sample"><div class="sample-head"><span>${label}</span><button type="button" class="button small quiet" data-copy="${escapeAttribute(text)}"><span>Copy</span></button></div><section class="code" tabindex="0" aria-label="${label} example"><pre><code${highlighted}>${escapeText(text)}</code></pre></section></div>\n`;
      },
      table(token: Tokens.Table) {
        const cell = (tag: string) => (each: Tokens.TableCell) =>
          `<${tag}>${this.parser.parseInline(each.tokens)}</${tag}>`;
        const rows = token.rows.map((row) => `<tr>${row.map(cell('td')).join('')}</tr>`).join('');
        return `<section class="wide" tabindex="0" aria-label="Table"><table><thead><tr>${token.header.map(cell('th')).join('')}</tr></thead><tbody>${rows}</tbody></table></section>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        return `<a href="${escapeAttribute(addressOf(href))}">${this.parser.parseInline(tokens)}</a>`;
      },
    },
  });
  return { html: marked.parse(markdown, { async: false }), headings };
}

/** A link to the file of another guide leads to its page. */
function addressOf(href: string): string {
  const [, slug, anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  if (slug === undefined) return href;
  return slug === 'README' ? '/docs' : `/docs/${slug}${anchor}`;
}

/** The anchor that GitHub makes of a heading, so that links work in both places. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
