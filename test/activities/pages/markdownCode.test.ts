import { describe, expect, it } from 'vitest';
import { markdownOf } from './pageOf.ts';

/** The markup of each highlighter, shortened by hand. */
const highlighters: Record<string, { html: string; markdown: string }> = {
  'Prism with line numbers and a toolbar': {
    html: `<div class="code-toolbar"><pre class="language-js line-numbers"><code class="language-js"><span class="token keyword">const</span> a = 1;
<span class="token keyword">let</span> b;<span aria-hidden="true" class="line-numbers-rows"><span></span><span></span></span></code></pre><div class="toolbar"><div class="toolbar-item"><button>Copy</button></div></div></div>`,
    markdown: '```js\nconst a = 1;\nlet b;\n```',
  },
  'highlight.js': {
    html: `<pre><code class="hljs language-python"><span class="hljs-keyword">def</span> <span class="hljs-title function_">f</span>():
    <span class="hljs-keyword">pass</span></code></pre>`,
    markdown: '```python\ndef f():\n    pass\n```',
  },
  'highlight.js with a table of line numbers': {
    html: `<pre><code class="hljs python"><table class="hljs-ln"><tbody><tr><td class="hljs-ln-line hljs-ln-numbers" data-line-number="1"><div class="hljs-ln-n" data-line-number="1"></div></td><td class="hljs-ln-line hljs-ln-code" data-line-number="1">a = 1</td></tr><tr><td class="hljs-ln-line hljs-ln-numbers" data-line-number="2"><div class="hljs-ln-n" data-line-number="2"></div></td><td class="hljs-ln-line hljs-ln-code" data-line-number="2">42</td></tr></tbody></table></code></pre>`,
    markdown: '```python\na = 1\n42\n```',
  },
  'Shiki in VitePress': {
    html: `<div class="language-ts vp-adaptive-theme line-numbers-mode"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki github-dark"><code><span class="line"><span style="color:#F97583">const</span> a</span>
<span class="line">  b()</span></code></pre><div class="line-numbers-wrapper" aria-hidden="true"><span class="line-number">1</span><br><span class="line-number">2</span><br></div></div>`,
    markdown: '```ts\nconst a\n  b()\n```',
  },
  'Expressive Code': {
    html: `<div class="expressive-code"><figure class="frame"><pre data-language="sh"><code><div class="ec-line"><div class="gutter"><div class="ln" aria-hidden="true">1</div></div><div class="code"><span>npm install</span></div></div><div class="ec-line"><div class="gutter"><div class="ln" aria-hidden="true">2</div></div><div class="code"><span>npm test</span></div></div></code></pre><div class="copy"><button title="Copy to clipboard"><div></div></button></div></figure></div>`,
    markdown: '```sh\nnpm install\nnpm test\n```',
  },
  Docusaurus: {
    html: `<div class="language-bash codeBlockContainer_Ckt0 theme-code-block"><div class="codeBlockTitle_OeMC">install.sh</div><div class="codeBlockContent_QJqH"><pre class="prism-code language-bash codeBlock_bY9V"><code class="codeBlockLines_e6Vv"><span class="token-line"><span class="token plain">npm install</span><br></span><span class="token-line"><span class="token plain">npm test</span><br></span></code></pre><div class="buttonGroup_M5ko"><button>Copy</button></div></div></div>`,
    markdown: 'install.sh\n\n```bash\nnpm install\nnpm test\n```',
  },
  'Pygments in Sphinx': {
    html: `<div class="highlight-python3 notranslate"><div class="highlight"><pre><span></span><span class="k">def</span> <span class="nf">f</span><span class="p">():</span>
    <span class="k">pass</span>
</pre></div></div>`,
    markdown: '```python\ndef f():\n    pass\n```',
  },
  'Pygments with a table of line numbers': {
    html: `<div class="highlight-python notranslate"><div class="highlight"><table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre><span class="normal">1</span>
<span class="normal">2</span></pre></div></td><td class="code"><div><pre><span></span>a
b
</pre></div></td></tr></table></div></div>`,
    markdown: '```python\na\nb\n```',
  },
  'Pygments with line numbers in the code': {
    html: `<div class="highlight-c notranslate"><div class="highlight"><pre><span></span><span class="linenos">1</span>int a;
<span class="linenos">2</span>int b;
</pre></div></div>`,
    markdown: '```c\nint a;\nint b;\n```',
  },
  Rouge: {
    html: `<div class="language-ruby highlighter-rouge"><div class="highlight"><pre class="highlight"><code><span class="nb">puts</span> 1
</code></pre></div></div>`,
    markdown: '```ruby\nputs 1\n```',
  },
  'Rouge with a table of line numbers': {
    html: `<figure class="highlight"><pre><code class="language-ruby" data-lang="ruby"><table class="rouge-table"><tbody><tr><td class="gutter gl"><pre class="lineno">1
2
</pre></td><td class="code"><pre>a
b
</pre></td></tr></tbody></table></code></pre></figure>`,
    markdown: '```ruby\na\nb\n```',
  },
  'Chroma in Hugo': {
    html: `<div class="highlight"><pre tabindex="0" class="chroma"><code class="language-go" data-lang="go"><span class="line"><span class="ln">1</span><span class="cl"><span class="kd">func</span> f() {
</span></span><span class="line"><span class="ln">2</span><span class="cl">}
</span></span></code></pre></div>`,
    markdown: '```go\nfunc f() {\n}\n```',
  },
  'Chroma with a table of line numbers': {
    html: `<div class="highlight"><div class="chroma"><table class="lntable"><tr><td class="lntd"><pre tabindex="0" class="chroma"><code><span class="lnt">1
</span><span class="lnt">2
</span></code></pre></td><td class="lntd"><pre tabindex="0" class="chroma"><code class="language-go" data-lang="go">a
b
</code></pre></td></tr></table></div></div>`,
    markdown: '```go\na\nb\n```',
  },
  SyntaxHighlighter: {
    html: `<div class="syntaxhighlighter js"><table><tr><td class="gutter"><div class="line number1">1</div><div class="line number2">2</div></td><td class="code"><div class="container"><div class="line number1"><code class="js keyword">var</code> <code class="js plain">a;</code></div><div class="line number2"><code class="js plain">b;</code></div></div></td></tr></table></div>`,
    markdown: '```js\nvar a;\nb;\n```',
  },
  'MDN with a header': {
    html: `<div class="code-example"><div class="example-header"><span class="language-name">js</span><button class="copy-icon"><span class="visually-hidden">Copy</span></button></div><pre class="brush: js notranslate"><code>a();</code></pre></div>`,
    markdown: '```js\na();\n```',
  },
};

describe('code of documentation', () => {
  for (const [name, { html, markdown }] of Object.entries(highlighters))
    it(`by ${name} has its language, and neither line numbers nor buttons`, async () => {
      expect(await markdownOf(`<p>Before</p>${html}<p>After</p>`)).toBe(`Before\n\n${markdown}\n\nAfter`);
    });

  it('keeps a box that names no language free of one', async () => {
    expect(await markdownOf('<div class="highlight-box"><pre>a</pre></div>')).toBe('```\na\n```');
  });
});

describe('code in a line', () => {
  it('has no markup inside it', async () => {
    expect(
      await markdownOf(
        '<p>Syntax: <code><strong>break</strong>;</code> and <code>a <em>b</em> <a href="/c">c</a>*d*</code></p>',
      ),
    ).toBe('Syntax: `break;` and `a b c*d*`');
  });

  it('has no markup inside it in a table', async () => {
    expect(
      await markdownOf(
        '<table><tr><th>Syntax:</th><td><code><strong>return</strong> <i>code</i> [<i>text</i>];</code></td></tr><tr><th>Context:</th><td><code>server</code>, <pre>a <b>c</b></pre></td></tr></table>',
      ),
    ).toBe('|  |  |\n| --- | --- |\n| Syntax: | `return code [text];` |\n| Context: | `server`,<br>`a c` |');
  });

  it('keeps a link around all of it', async () => {
    expect(
      await markdownOf('<p>See <code><a href="/api/f">f()</a></code> and <a href="/g"><code>g()</code></a>.</p>'),
    ).toBe('See [`f()`](https://example.com/api/f) and [`g()`](https://example.com/g).');
  });
});
