import { describe, expect, it } from 'vitest';
import { markdownOf } from './pageOf.ts';

describe('a formula', () => {
  it('of KaTeX is its source, once', async () => {
    expect(
      await markdownOf(
        '<p>Let <span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>E</mi></mrow><annotation encoding="application/x-tex">E=mc^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">E=mc2</span></span> be.</p><span class="katex-display"><span class="katex"><span class="katex-mathml"><math display="block"><semantics><mrow></mrow><annotation encoding="application/x-tex">\\int_0^1 x</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x</span></span></span>',
      ),
    ).toBe('Let $E=mc^2$ be.\n\n$$\\int_0^1 x$$');
  });

  it('of MathJax is its source, from a script or from its MathML', async () => {
    expect(
      await markdownOf(
        '<p><span class="MathJax_Preview">[a]</span><span class="MathJax">a</span><script type="math/tex">a_b</script></p>',
      ),
    ).toBe('$a_b$');
    expect(
      await markdownOf(
        '<p>a <mjx-container class="MathJax" jax="CHTML"><mjx-math aria-hidden="true"><mjx-mi>x</mjx-mi></mjx-math><mjx-assistive-mml><math><msup><mi>x</mi><mn>2</mn></msup></math></mjx-assistive-mml></mjx-container> b</p>',
      ),
    ).toBe('a $x^2$ b');
  });

  it.each([
    ['<mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><mi>b</mi></mfrac>', '\\frac{a+1}{b}'],
    [
      '<msqrt><msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><msub><mi>y</mi><mn>10</mn></msub></msqrt>',
      '\\sqrt{x^2+y_{10}}',
    ],
    ['<mroot><mi>x</mi><mn>3</mn></mroot>', '\\sqrt[3]{x}'],
    [
      '<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi>',
      '\\sum_{i=1}^ni',
    ],
    ['<mi>sin</mi><mi>α</mi><mo>≤</mo><mi>π</mi>', '\\sin \\alpha \\le \\pi'],
    ['<mover><mi>x</mi><mo>¯</mo></mover><mtext> where </mtext><mn>5</mn><mo>%</mo>', '\\bar{x}\\text{where}5\\%'],
    [
      '<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd><mtd><mn>4</mn></mtd></mtr></mtable>',
      '\\begin{matrix}1 & 2 \\\\ 3 & 4\\end{matrix}',
    ],
  ])('of MathML without its source becomes TeX: %s', async (mathml, tex) => {
    expect(await markdownOf(`<p>So <math>${mathml}</math>.</p>`)).toBe(`So $${tex}$.`);
  });

  it('in the text itself, for a script to find, is not escaped', async () => {
    expect(await markdownOf('<p>If \\(a_b*c\\), then \\[x_1 * y_2\\] and $$z_1*z_2$$ but *not* \\(this.</p>')).toBe(
      'If $a_b*c$, then $$x_1 * y_2$$ and $$z_1*z_2$$ but \\*not\\* \\\\(this.',
    );
  });

  it('nested to any depth is converted', async () => {
    expect(await markdownOf(`<math>${'<msqrt>'.repeat(3_000)}<mi>x</mi></math>`)).toContain('\\sqrt{');
  });
});
