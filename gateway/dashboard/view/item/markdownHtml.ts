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
    // The dashboard loads nothing from other hosts, so an image becomes its alternative text or file name.
    img: (_, { alt, src }) => ({
      tagName: 'span',
      attribs: { class: 'picture' },
      text: alt || src?.split(/[?#]/)[0]?.split('/').pop() || 'picture',
    }),
  },
};

/** Longer markdown is cut off, to keep the page usable. */
const maxLength = 200_000;

/** Markdown of an untrusted site as HTML without scripts, styles, forms or anything loaded from elsewhere. */
export function markdownHtml(markdown: string): string {
  return sanitizeHtml(marked.parse(markdown.slice(0, maxLength), { async: false }), rules);
}
