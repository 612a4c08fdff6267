import { describe, expect, it } from 'vitest';
import { pageOf, prose } from './pageOf.ts';

const shell = '<div id="root"></div><script src="/main.js"></script>';

function escaped(value: unknown): string {
  return JSON.stringify(value).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

describe('a page that is a shell until its scripts run', () => {
  const posts = ['Ada', 'Grace', 'Edsger'].map((username, n) => ({
    username,
    created_at: `2026-05-0${n + 1}T10:00:00Z`,
    cooked: `${prose(1, `answer ${n}`)}`,
  }));

  it('is read from the state that a forum preloads, every post with its author and date', async () => {
    const topic = JSON.stringify({ title: 'How do I cross?', post_stream: { posts } });
    const { markdown, renderReason } = await pageOf(
      `<body><div class="hidden" id="data-preloaded" data-preloaded="${escaped({ topic_1: topic, site: '{"categories":[{"description":"Anything else goes in here, really."}]}' })}"></div>${shell}`,
    );
    for (const part of ['# How do I cross?', 'Ada', '2026-05-03', 'about the answer 2'])
      expect(markdown).toContain(part);
    expect(markdown).not.toContain('Anything else');
    expect(renderReason).toBeUndefined();
  });

  it('is read from the JSON of its framework', async () => {
    const state = JSON.stringify({ props: { pageProps: { article: { title: 'Bridges', body: prose(3) } } } });
    const { markdown } = await pageOf(
      `<body>${shell}<script id="__NEXT_DATA__" type="application/json">${state}</script>`,
    );
    expect(markdown).toContain('# Bridges');
    expect(markdown).toContain('Paragraph 2 about the bridge');
  });

  it('is read from its noscript', async () => {
    const { markdown } = await pageOf(`<body><noscript>${prose(3)}</noscript>${shell}`);
    expect(markdown).toContain('Paragraph 2 about the bridge');
  });

  it('is read from its noscript rather than from its state, because that is made for readers', async () => {
    const topic = { title: 'How do I cross?', posts: [{ cooked: prose(4, 'state') }] };
    const { markdown } = await pageOf(
      `<body><noscript><h1>How do I cross?</h1>${prose(3)}</noscript>${shell}<script type="application/json">${JSON.stringify(topic)}</script>`,
    );
    expect(markdown).toContain('Paragraph 2 about the bridge');
    expect(markdown).not.toContain('about the state');
  });

  it('is rendered if nothing of that has text, and says so if that gives nothing either', async () => {
    const { markdown, renderReason, warning } = await pageOf(
      `<body>${shell}<script type="application/json">{"a":1}</script>`,
    );
    expect(markdown).toBe('');
    expect(renderReason).toContain('#root');
    expect(warning).toContain('nothing to read');
  });
});

describe('a container that is hidden until a script runs', () => {
  it.each(['visibility:hidden', 'opacity:0', 'display: none'])(
    'is read if it holds most of the page (%s)',
    async (style) => {
      const html = `<body><p>Loading, please wait a moment.</p><div style="${style}"><h1>Bridges</h1>${prose(4)}</div>`;
      for (const onlyMainContent of [true, false]) {
        const { markdown } = await pageOf(html, { options: { onlyMainContent } });
        expect(markdown).toContain('Paragraph 3 about the bridge');
      }
    },
  );
});
