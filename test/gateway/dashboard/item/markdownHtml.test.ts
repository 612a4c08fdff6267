import { describe, expect, it } from 'vitest';
import { markdownHtml } from '../../../../gateway/dashboard/view/item/markdownHtml.ts';

describe('markdown of an untrusted site, as HTML', () => {
  it('keeps headings, lists, tables, code and links', () => {
    const html = markdownHtml('# One\n\n- a\n- b\n\n|x|y|\n|-|-|\n|1|2|\n\n`code` [link](https://example.com/)');
    for (const part of ['<h1>One</h1>', '<li>a</li>', '<td>1</td>', '<code>code</code>']) expect(html).toContain(part);
    expect(html).toMatch(/<a href="https:\/\/example.com\/" rel="noopener noreferrer nofollow" target="_blank">/);
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '<iframe src="https://example.com"></iframe>',
    '<p style="position:fixed" onclick="alert(1)">x</p>',
    '<svg><style>*{}</style><a xlink:href="javascript:alert(1)">x</a></svg>',
    '<form action="/sign-out-everywhere" method="post"><button>x</button></form>',
  ])('has nothing that runs, loads or submits for %s', (markdown) => {
    const html = markdownHtml(markdown);
    expect(html).not.toMatch(/<(script|iframe|svg|style|form|button|img)|\son\w+=|javascript:|href="data:|style=/i);
  });

  it('shows the alternative text of an image instead of loading the image', () => {
    expect(markdownHtml('![A ship](https://example.com/ship.png)')).toContain('<span class="picture">A ship</span>');
  });
});
