import { expect, it } from 'vitest';
import { pageOf } from './pageOf.ts';

async function htmlOf(html: string) {
  return (await pageOf(html, { options: { formats: ['html'], onlyMainContent: false } })).html ?? '';
}

it('the html format has nothing that could run a script', async () => {
  const html =
    await htmlOf(`<p onclick="x()" style="color:red" id="a">Hi <a href="javascript:alert(1)" onmouseover=y>link</a>
    <a href="/ok">ok</a> <img src="x.png" onerror="z()"> <svg onload=q><script>1</script></svg></p>
    <script>2</script><iframe src="/f"></iframe><object data="o"></object><form action="javascript:3"><input value=v></form>
    <a href="java&#10;script:4">5</a><a href="data:text/html,6">7</a>`);
  expect(html).not.toMatch(/script|on\w+=|style=|iframe|object|data:|<input/i);
  expect(html).toContain('<a href="https://example.com/ok">ok</a>');
  expect(html).toContain('<img src="https://example.com/news/x.png" alt="">');
});

it('the html format escapes text and attributes', async () => {
  expect(await htmlOf('<p title="&quot;&gt;&lt;b">&lt;script&gt;alert(1)&lt;/script&gt; &amp; more</p>')).toBe(
    '<p title="&quot;&gt;&lt;b">&lt;script&gt;alert(1)&lt;/script&gt; &amp; more</p>',
  );
});

it('the html format drops elements with invalid names', async () => {
  expect(await htmlOf('<p>a<x"y>b</x"y></p>')).not.toContain('x"y');
});
