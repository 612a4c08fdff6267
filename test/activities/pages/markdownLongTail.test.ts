import { describe, expect, it } from 'vitest';
import { markdownOf } from './pageOf.ts';

describe('lazy images', () => {
  it.each([
    ['<img class="lazyload" src="data:image/gif;base64,R0lGOD" data-src="/real.jpg" alt="A">', '/real.jpg'],
    [
      '<img src="/blank.svg" data-srcset="/s.jpg 320w, /l.jpg 1280w" alt="A"><noscript><img src="/l.jpg" alt="A"></noscript>',
      '/l.jpg',
    ],
    ['<noscript><img src="/real.png" alt="A"></noscript>', '/real.png'],
    [
      '<picture><source data-srcset="/a.webp 1x, /b.webp 2x" type="image/webp"><img src="data:," alt="A"></picture>',
      '/b.webp',
    ],
    ['<img src="/small.jpg" srcset="/small.jpg 1x, /large.jpg 2x" alt="A">', '/large.jpg'],
  ])('have their real source: %s', async (html, path) => {
    expect(await markdownOf(`<p>Text</p>${html}`)).toMatch(`![A](https://example.com${path})`);
    expect((await markdownOf(`<p>Text</p>${html}`)).match(/!\[/g)).toHaveLength(1);
  });
});

describe('scripts other than Latin', () => {
  it('are written from right to left in the order of the text', async () => {
    expect(
      await markdownOf(
        '<article dir="rtl" lang="ar"><h1>عنوان الصفحة</h1><p>هذا نص <b>مهم</b> مع <a href="/ar">رابط</a> و English بداخله.</p><ol><li>أول</li><li>ثان</li></ol></article>',
      ),
    ).toBe('# عنوان الصفحة\n\nهذا نص **مهم** مع [رابط](https://example.com/ar) و English بداخله.\n\n1. أول\n2. ثان');
  });

  it('without spaces keep emphasis that a reader of Markdown recognizes', async () => {
    expect(
      await markdownOf(
        '<p>今日は<b>東京</b>で<a href="/ja">会議</a>が<em>開かれました。</em>次は<strong>「大阪」</strong>です。</p><p>中文<strong>粗体，</strong>没有空格。</p>',
      ),
    ).toBe(
      '今日は**東京**で[会議](https://example.com/ja)が*開かれました*。次は「**大阪**」です。\n\n中文**粗体**，没有空格。',
    );
  });
});

describe('parts of a page', () => {
  it('that lead to its other pages stay links', async () => {
    expect(
      await markdownOf(
        '<p>Text</p><ul class="pagination"><li><a href="?page=1">1</a></li><li class="active"><span>2</span></li><li><a rel="next" href="?page=3">Next »</a></li></ul>',
      ),
    ).toBe(
      'Text\n\n- [1](https://example.com/news/story?page=1)\n- 2\n- [Next »](https://example.com/news/story?page=3)',
    );
  });

  it('that a reader opens are read: details and spoilers', async () => {
    expect(
      await markdownOf(
        '<details><summary>More <b>here</b></summary><p>Inside</p></details><div class="bbCodeSpoiler-content spoiler" style="display: none"><p>The butler</p></div>',
      ),
    ).toBe('**More here**\n\nInside\n\nThe butler');
  });

  it('that are hidden or for print alone are not read', async () => {
    expect(
      await markdownOf(
        '<p>seen</p><div class="print-only">1</div><p class="d-none d-print-block">2</p><div class="hidden print:block">3</div><span class="visible-print-inline">4</span><div hidden>5</div><p style="color: red; display:none">6</p><div aria-hidden="true">7</div><template>8</template><p class="print:hidden">on screen</p>',
      ),
    ).toBe('seen\n\non screen');
  });

  it('with footnotes become footnotes', async () => {
    expect(
      await markdownOf(
        '<p>One<sup id="fnref:1"><a href="#fn:1" class="footnote">1</a></sup> and two<sup id="fnref:2"><a href="#fn:2">2</a></sup>.</p><div class="footnotes"><ol><li id="fn:1"><p>First note. <a href="#fnref:1" class="reversefootnote">↩</a></p></li><li id="fn:2"><p>Second <em>note</em>. <a href="#fnref:2">↩</a></p></li></ol></div>',
      ),
    ).toBe('One[^1] and two[^2].\n\n[^1]: First note.\n\n[^2]: Second *note*.');
  });

  it('with several terms and definitions keep them in order', async () => {
    expect(
      await markdownOf(
        '<dl><dt><code>-a</code></dt><dt>Long name</dt><dd><p>First</p><p>Second</p></dd><dd>Other</dd></dl>',
      ),
    ).toBe('**`-a`**\n\n**Long name**\n\nFirst\n\nSecond\n\nOther');
  });
});

describe('a table', () => {
  it('with spans in two header rows keeps its columns', async () => {
    expect(
      await markdownOf(
        '<table><thead><tr><th colspan="2">A</th><th rowspan="2">B</th></tr><tr><th>a1</th><th>a2</th></tr></thead><tbody><tr><td>1</td><td>2</td><td>3</td></tr><tr><td colspan="3">all</td></tr></tbody></table>',
      ),
    ).toBe('| A |  | B |\n| --- | --- | --- |\n| a1 | a2 | B |\n| 1 | 2 | 3 |\n| all |  |  |');
  });

  it('inside a cell is written on the lines of the cell', async () => {
    expect(
      await markdownOf(
        '<table><tr><th>Name</th><th>Data</th></tr><tr><td>x</td><td><table><tr><td>k</td><td>v|w</td></tr><tr><td>a</td><td>b</td></tr></table></td></tr><tr><td>y</td><td><table><tr><td>1</td><td>2</td><td>3</td></tr></table></td></tr></table>',
      ),
    ).toBe('| Name | Data |\n| --- | --- |\n| x | k: v\\|w<br>a: b |\n| y | 1, 2, 3 |');
  });

  it('that lays out other tables leaves no trace', async () => {
    expect(
      await markdownOf(
        '<table><tr><td>Menu</td><td><table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table></td></tr></table>',
      ),
    ).toBe('Menu\n\n| A | B |\n| --- | --- |\n| 1 | 2 |');
  });

  it.each([
    ['bold', '<tr><td><b>Name</b></td><td><strong>Price</strong></td></tr>', '<tr><td>Tea</td><td>two</td></tr>'],
    ['named so', '<tr class="table-header"><td>Name</td><td>Price</td></tr>', '<tr><td>Tea</td><td>two</td></tr>'],
    [
      'words above numbers',
      '<tr><td>Name</td><td>Price</td></tr>',
      '<tr><td>Tea</td><td>$2.50</td></tr><tr><td>Coffee</td><td>$3</td></tr>',
    ],
  ])('has the first row as its header if that is %s', async (_, header, body) => {
    expect(await markdownOf(`<table>${header}${body}</table>`)).toMatch(
      /^\| Name \| Price \|\n\| --- \| --- \|\n\| Tea /,
    );
  });

  it('has no header if its first row is like the others', async () => {
    for (const rows of [
      '<tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr>',
      '<tr><td><b>a</b></td><td><b>b</b></td></tr><tr><td><b>c</b></td><td><b>d</b></td></tr>',
      '<tr><td>Tea</td><td>2</td></tr><tr><td>Milk</td><td>3</td></tr><tr><td>Water</td><td>1</td></tr>',
    ])
      expect(await markdownOf(`<table>${rows}</table>`)).toMatch(/^\| {2}\| {2}\|\n/);
  });
});
