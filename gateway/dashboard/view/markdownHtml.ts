import { Marked } from 'marked';
import sanitizeHtml from 'sanitize-html';

const marked = new Marked({ gfm: true, async: false });

const rules: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'blockquote', 'pre', 'code', 'kbd', 'a', 'span'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'strong', 'em', 'del', 'sub', 'sup', 'table', 'thead', 'tbody', 'tr'],
    ...['th', 'td', 'details', 'summary'],
  ],
  allowedAttributes: { a: ['href', 'rel', 'target', 'title'], span: ['class'], ol: ['start'], td: ['align'] },
  allowedClasses: { span: ['picture'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  transformTags: {
    a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer nofollow', target: '_blank' }),
    // Pages of ours load nothing from elsewhere: a picture is told of.
    img: (_, { alt, src }) => ({
      tagName: 'span',
      attribs: { class: 'picture' },
      text: alt || src?.split(/[?#]/)[0]?.split('/').pop() || 'picture',
    }),
  },
};

/** Longer pages are cut: nobody reads a megabyte here. */
const longest = 200_000;

/** A stranger's markdown as HTML that can do no harm. */
export function markdownHtml(markdown: string): string {
  return sanitizeHtml(marked.parse(markdown.slice(0, longest), { async: false }), rules);
}
