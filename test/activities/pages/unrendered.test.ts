import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../activities/pages/document.ts';
import { looksUnrendered } from '../../../activities/pages/unrendered.ts';
import { prose } from './pageOf.ts';

function look(html: string) {
  return looksUnrendered(readDocument(html, 'https://example.com/app'));
}

describe('a page that has to be rendered', () => {
  it('is an application shell', () => {
    expect(look('<body><noscript>Hello</noscript><div id="root"></div><script src="/main.js"></script>')).toEqual({
      needed: true,
      reason: 'the page is an application shell (#root is empty until its scripts run)',
    });
    expect(look('<body><app-root></app-root><script src="m.js" type="module"></script>')).toMatchObject({
      needed: true,
    });
  });

  it('has almost no text before its scripts run', () => {
    expect(look('<title>Shop</title><body><div class="x">Loading…</div><script>boot()</script>')).toMatchObject({
      needed: true,
      reason: expect.stringContaining('almost no text'),
    });
  });

  it('asks for JavaScript', () => {
    expect(
      look(
        `<body><noscript>Please enable JavaScript to use this site.</noscript><p>${'word '.repeat(40)}</p><script src="a.js"></script>`,
      ),
    ).toMatchObject({
      needed: true,
      reason: 'the page asks for JavaScript',
    });
    expect(
      look(
        '<body><h1>Diese Seite benötigt JavaScript.</h1><p>Bitte aktivieren Sie es in den Einstellungen Ihres Browsers, um fortzufahren.</p><script>1</script>',
      ),
    ).toMatchObject({ needed: true });
  });

  it('checks the browser first', () => {
    expect(
      look(
        '<title>Just a moment...</title><body><h1>Just a moment...</h1><p>Checking your browser before accessing the site. This may take a few seconds.</p><script src="c.js"></script>',
      ),
    ).toMatchObject({ needed: true });
  });
});

describe('a page that is read as it is', () => {
  it('has its text, though it is an application too', () => {
    expect(
      look(
        `<body><noscript>Enable JavaScript</noscript><div id="root">${prose(5)}</div><script src="/main.js"></script>`,
      ),
    ).toEqual({ needed: false });
  });

  it('is short, but has no scripts to wait for', () => {
    expect(look('<h1>Hello</h1>')).toEqual({ needed: false });
    expect(look('<body><div id="app"></div><script type="application/json">{}</script>')).toEqual({ needed: false });
  });
});

describe('a page that sends its readers on', () => {
  it('names the target', () => {
    expect(
      look('<head><base href="https://example.com/a/"><meta http-equiv="Refresh" content="0; URL=\'next\'"></head>')
        .refreshTarget,
    ).toBe('https://example.com/a/next');
  });

  it('is not one that reloads itself, later, or only without scripts', () => {
    expect(look('<meta http-equiv="refresh" content="5">').refreshTarget).toBeUndefined();
    expect(look('<meta http-equiv="refresh" content="300;url=/other">').refreshTarget).toBeUndefined();
    expect(
      look('<head><noscript><meta http-equiv="refresh" content="0;url=/nojs"></noscript></head>').refreshTarget,
    ).toBeUndefined();
  });
});
