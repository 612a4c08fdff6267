import { describe, expect, it } from 'vitest';
import { markdownOf, pageOf } from './pageOf.ts';

function root(content: string, mode = 'open'): string {
  return `<template shadowrootmode="${mode}">${content}</template>`;
}

function frame(content: string): string {
  return `<iframe srcdoc="${content.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">no frames</iframe>`;
}

describe('a shadow root in HTML', () => {
  it('is read in the place of its host, whether it is open or closed', async () => {
    expect(
      await markdownOf(`<p>before</p><x-a>${root('<p>open</p>')}</x-a><x-b>${root('<p>closed</p>', 'closed')}</x-b>`),
    ).toBe('before\n\nopen\n\nclosed');
  });

  it('has the children of its host in their slots, and those without a slot nowhere', async () => {
    expect(
      await markdownOf(
        `<x-card>${root('<h2><slot name="title">No title</slot></h2><p>By <slot name="author">unknown</slot></p><slot></slot>')}<p>First</p><span slot="title">Title</span><p>Second</p><p slot="gone">Gone</p></x-card>`,
      ),
    ).toBe('## Title\n\nBy unknown\n\nFirst\n\nSecond');
  });

  it('passes its slots on to the shadow root of an element inside it', async () => {
    expect(
      await markdownOf(
        `<x-outer>${root(`<x-inner>${root('<b><slot name="inner"></slot></b>')}<slot name="outer" slot="inner"></slot></x-inner>`)}<i slot="outer">passed on</i></x-outer>`,
      ),
    ).toBe('***passed on***');
  });

  it('keeps its styles and scripts out of the text', async () => {
    expect(
      await markdownOf(`<x-a>${root('<style>p { color: red }</style><script>run()</script><p>text</p>')}</x-a>`),
    ).toBe('text');
  });

  it('gives its links to the page', async () => {
    expect((await pageOf(`<x-a>${root('<a href="/in-shadow">there</a>')}</x-a>`)).links).toEqual([
      'https://example.com/in-shadow',
    ]);
  });

  it('counts only once for each host, and only with a valid mode', async () => {
    expect(await markdownOf(`<x-a>${root('<p>one</p>')}${root('<p>two</p>')}</x-a>`)).toBe('one');
    expect(await markdownOf(`<x-a>${root('<p>one</p>', 'ajar')}light</x-a>`)).toBe('light');
  });
});

describe('a frame with a document of its own', () => {
  it('is read in its place, with addresses that follow its own base', async () => {
    expect(
      await markdownOf(
        `<p>before</p>${frame('<base href="https://example.com/frames/one"><p>In the <a href="two">frame</a></p>')}<p>after</p>`,
      ),
    ).toBe('before\n\nIn the [frame](https://example.com/frames/two)\n\nafter');
  });

  it('may contain shadow roots and further frames', async () => {
    expect(await markdownOf(frame(`<x-a>${root('<p>shadow</p>')}</x-a>${frame('<p>innermost</p>')}`))).toBe(
      'shadow\n\ninnermost',
    );
  });
});
