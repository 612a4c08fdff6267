import { expect, it } from 'vitest';
import { pageOf } from './pageOf.ts';

it('lists every link of the whole page once, absolute, in document order', async () => {
  const { links } = await pageOf(`<head><base href="/docs/"></head><nav><a href="/home">Home</a></nav>
    <main><a href="guide">Guide</a> <a href="//cdn.example.org/x?a=1&amp;b=2">x</a> <a href="guide">again</a>
    <a href="#part">part</a> <a href="mailto:a@b.c">mail</a> <a href="javascript:alert(1)">js</a> <a href="http://[bad">bad</a></main>
    <map><area href="/area"></map><footer><a href=" https://other.example/ ">Other</a></footer>`);
  expect(links).toEqual([
    'https://example.com/home',
    'https://example.com/docs/guide',
    'https://cdn.example.org/x?a=1&b=2',
    'https://example.com/area',
    'https://other.example/',
  ]);
});

it('lists links to names with any letters, also on a thread that has read many', async () => {
  const page = '<a href="//bü.de/ä">one</a> <a href="https://müller.example/">two</a>';
  const options = { formats: ['links' as const] };
  for (let time = 0; time < 10_000; time += 1) await pageOf(`${page}<!--${time}-->`, { options });
  const { links } = await pageOf(page, { options });
  expect(links).toEqual(['https://xn--b-eha.de/%C3%A4', 'https://xn--mller-kva.example/']);
});
