import { describe, expect, it } from 'vitest';
import { markdownOf } from './pageOf.ts';

describe('markdown of text', () => {
  it('has headings, emphasis, links and line breaks', async () => {
    expect(
      await markdownOf(
        '<h2>A <em>b</em></h2><p>one <b>two</b> <a href="/x">three</a><br>four <del>five</del> <code>a_b</code></p>',
      ),
    ).toBe('## A *b*\n\none **two** [three](https://example.com/x)\\\nfour ~~five~~ `a_b`');
  });

  it('makes paragraphs of loose text, of boxes and of double line breaks', async () => {
    expect(await markdownOf('one<div>two<div>three</div>four</div><p>five<br><br>six</p>')).toBe(
      'one\n\ntwo\n\nthree\n\nfour\n\nfive\n\nsix',
    );
  });

  it('escapes what would be read as markdown', async () => {
    expect(
      await markdownOf('<p>1. *not* a [list] of <span>&lt;b&gt;</span> &amp;amp; _x_</p><p># no</p><p>- no</p>'),
    ).toBe('1\\. \\*not\\* a \\[list\\] of \\<b> \\&amp; \\_x\\_\n\n\\# no\n\n\\- no');
  });

  it('puts a link around blocks inside their heading, and drops emphasis around blocks', async () => {
    expect(await markdownOf('<a href="/c"><h3>Card</h3><p>Words</p></a><b><p>bold?</p></b>')).toBe(
      '### [Card](https://example.com/c)\n\nWords\n\nbold?',
    );
  });

  it('writes quotes within quotes', async () => {
    expect(await markdownOf('<blockquote><p>a</p><blockquote>b</blockquote></blockquote>')).toBe('> a\n> \n> > b');
  });

  it('keeps superscript and subscript as HTML', async () => {
    expect(await markdownOf('<p>10<sup>6</sup> H<sub>2</sub>O</p>')).toBe('10<sup>6</sup> H<sub>2</sub>O');
  });
});

describe('markdown of lists', () => {
  it('nests lists and keeps their numbers', async () => {
    expect(
      await markdownOf('<ol start="3"><li>a<ul><li>b</li><li>c<ol><li>d</li></ol></li></ul></li><li>e</li></ol>'),
    ).toBe('3. a\n   - b\n   - c\n     1. d\n4. e');
  });

  it('takes a list that is directly in a list as part of the item before it', async () => {
    expect(await markdownOf('<ul><li>a</li><ul><li>b</li></ul></ul>')).toBe('- a\n  - b');
  });

  it('puts blank lines around items of several paragraphs', async () => {
    expect(await markdownOf('<ul><li><p>a</p><p>b</p></li><li>c</li></ul>')).toBe('- a\n\n  b\n\n- c');
  });

  it('writes task lists with their checkboxes', async () => {
    expect(
      await markdownOf(
        '<ul><li><input type="checkbox" checked> a</li><li><label><input type=checkbox> b</label></li></ul>',
      ),
    ).toBe('- [x] a\n- [ ] b');
  });

  it('writes the terms of a definition list in bold', async () => {
    expect(await markdownOf('<dl><dt>Term</dt><dd>Meaning</dd></dl>')).toBe('**Term**\n\nMeaning');
  });
});

describe('markdown of code', () => {
  it('is a fenced block with its language', async () => {
    expect(await markdownOf('<pre><code class="language-ts">const a = 1;\n\n  b_c();\n</code></pre>')).toBe(
      '```ts\nconst a = 1;\n\n  b_c();\n```',
    );
    expect(await markdownOf('<div class="highlight-source-shell"><pre>ls <span>-l</span></pre></div>')).toBe(
      '```shell\nls -l\n```',
    );
  });

  it('keeps its blank lines', async () => {
    expect(await markdownOf('<pre>a\n\n\n\nb</pre>')).toBe('```\na\n\n\n\nb\n```');
  });

  it('has a longer fence than the code contains', async () => {
    expect(await markdownOf('<pre>```\nx\n```</pre>')).toBe('````\n```\nx\n```\n````');
  });

  it('has no line numbers', async () => {
    expect(
      await markdownOf(
        '<table class="highlight"><tr><td class="gutter"><pre>1\n2</pre></td><td class="code"><pre>a\nb</pre></td></tr></table>',
      ),
    ).toBe('```\na\nb\n```');
  });
});

describe('markdown of tables', () => {
  it('has a header and escaped pipes', async () => {
    expect(
      await markdownOf(
        '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1|2</td><td><b>x</b><br>y</td></tr></tbody></table>',
      ),
    ).toBe('| A | B |\n| --- | --- |\n| 1\\|2 | **x**<br>y |');
  });

  it('repeats a short cell in the rows that it spans, and writes a long one once', async () => {
    const long = 'Words of a paragraph. '.repeat(8).trim();
    const table = (cell: string) =>
      `<table><tr><th>A</th><th>B</th></tr><tr><td rowspan="2">${cell}</td><td>1</td></tr><tr><td>2</td></tr></table>`;
    expect(await markdownOf(table('Argo'))).toContain('| Argo | 1 |\n| Argo | 2 |');
    expect(await markdownOf(table(long))).toContain(`| ${long} | 1 |\n|  | 2 |`);
  });

  it('repeats cells that span rows and leaves spanned columns empty', async () => {
    expect(
      await markdownOf(
        '<table><tr><th rowspan="2">Name</th><th colspan="2">Size</th></tr><tr><th>cm</th><th>in</th></tr><tr><td>a</td><td>1</td><td>2</td></tr></table>',
      ),
    ).toBe('| Name | Size |  |\n| --- | --- | --- |\n| Name | cm | in |\n| a | 1 | 2 |');
  });

  it('writes code and headings in cells on one line', async () => {
    expect(
      await markdownOf(
        '<table><tr><th>A</th><th>B</th></tr><tr><td><pre>a\nb</pre></td><td><h3>x</h3></td></tr></table>',
      ),
    ).toBe('| A | B |\n| --- | --- |\n| `a b` | **x** |');
  });

  it('is not used for a table that only lays out the page', async () => {
    expect(await markdownOf('<table><tr><td><h2>Left</h2><p>words</p></td><td><p>Right</p></td></tr></table>')).toBe(
      '## Left\n\nwords\n\nRight',
    );
  });
});

describe('markdown of formulas', () => {
  it('takes the TeX of MathML, KaTeX and MathJax', async () => {
    const math =
      '<math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math>';
    expect(await markdownOf(`<p>a ${math} b</p>`)).toBe('a $x^2$ b');
    expect(
      await markdownOf(
        `<p><span class="katex"><span class="katex-mathml">${math}</span><span class="katex-html" aria-hidden="true">x2</span></span></p>`,
      ),
    ).toBe('$x^2$');
    expect(
      await markdownOf(
        '<p><span class="MathJax_Preview">..</span><script type="math/tex; mode=display">\\sum x</script></p>',
      ),
    ).toBe('$$\\sum x$$');
  });
});

describe('markdown of footnotes', () => {
  it('pairs references with their notes', async () => {
    expect(
      await markdownOf(
        '<p>Said<sup id="r1"><a href="#n1">[1]</a></sup> so.</p><ol><li id="n1">The <i>source</i>. <a href="#r1">↩</a></li></ol>',
      ),
    ).toBe('Said[^1] so.\n\n[^1]: The *source*.');
  });
});

describe('markdown of images', () => {
  it('has the largest source, absolute, and that of lazy images', async () => {
    expect(await markdownOf('<img src="s.jpg" srcset="m.jpg 640w, l.jpg 1280w" alt="A [b]">')).toBe(
      '![A \\[b\\]](https://example.com/news/l.jpg)',
    );
    expect(await markdownOf('<img src="data:image/gif;base64,R0" data-src="/real.png" alt="x">')).toBe(
      '![x](https://example.com/real.png)',
    );
    expect(
      await markdownOf('<picture><source srcset="/a.webp 1x, /b.webp 2x"><img src="/c.jpg" alt=""></picture>'),
    ).toBe('![](https://example.com/b.webp)');
  });

  it('reads a srcset without spaces, with commas in URLs, or without descriptors', async () => {
    expect(await markdownOf('<img srcset="a.jpg 1x,b.jpg 2x">')).toBe('![](https://example.com/news/b.jpg)');
    expect(await markdownOf('<img srcset="w_1,h_2/a.jpg 100w, w_2,h_4/b.jpg 200w">')).toBe(
      '![](https://example.com/news/w_2,h_4/b.jpg)',
    );
    expect(await markdownOf('<img srcset="a.jpg, b.jpg 2x">')).toBe('![](https://example.com/news/b.jpg)');
  });

  it('has the caption of the figure as title', async () => {
    expect(
      await markdownOf('<figure><img src="/a.png" alt="A"><figcaption>The <b>caption</b></figcaption></figure>'),
    ).toBe('![A](https://example.com/a.png "The caption")');
  });

  it('leaves out tracking pixels', async () => {
    expect(await markdownOf('<p>a<img src="/p.gif" width="1" height="1"></p>')).toBe('a');
  });
});
