import { describe, expect, it } from 'vitest';
import { renderReasonOf } from '../../../activities/pages/appShell.ts';
import { readDocument } from '../../../activities/pages/document.ts';
import { prose } from './pageOf.ts';

function reasonFor(html: string) {
  return renderReasonOf(readDocument(html, 'https://example.com/app'));
}

describe('the decision to render a page in the browser', () => {
  it('is made for an application shell, and names its empty element', () => {
    expect(reasonFor('<body><noscript>Hello</noscript><div id="root"></div><script src="/main.js"></script>')).toBe(
      'the page is an application shell (#root is empty until its scripts run)',
    );
    expect(reasonFor('<body><app-root></app-root><script src="m.js" type="module"></script>')).toContain('<app-root>');
  });

  it('is made for a page with almost no text before its scripts run', () => {
    expect(reasonFor('<title>Shop</title><body><div class="x">Loading…</div><script>boot()</script>')).toContain(
      'almost no text',
    );
  });

  it('is made for a page that asks for JavaScript, in English or German', () => {
    expect(
      reasonFor(
        `<body><noscript>Please enable JavaScript to use this site.</noscript><p>${'word '.repeat(40)}</p><script src="a.js"></script>`,
      ),
    ).toBe('the page asks for JavaScript');
    expect(
      reasonFor(
        '<body><h1>Diese Seite benötigt JavaScript.</h1><p>Bitte aktivieren Sie es in den Einstellungen Ihres Browsers, um fortzufahren.</p><script>1</script>',
      ),
    ).toBe('the page asks for JavaScript');
  });

  it('is made for a page that checks the browser first', () => {
    expect(
      reasonFor(
        '<title>Just a moment...</title><body><h1>Just a moment...</h1><p>Checking your browser before accessing the site. This may take a few seconds.</p><script src="c.js"></script>',
      ),
    ).toContain('checks the browser');
  });

  it('is made for a page of custom elements, and names one of them', () => {
    const words = `<p>${'word '.repeat(60)}</p>`;
    expect(reasonFor(`<body><x-page title="Shop"><x-menu></x-menu></x-page><script src="a.js"></script>`)).toBe(
      'the page is made of custom elements (<x-page> is empty until its scripts run)',
    );
    expect(
      reasonFor(`<body>${words}<x-card></x-card><x-card></x-card><x-card></x-card><script src="a.js"></script>`),
    ).toContain('<x-card>');
  });

  it('is not made for a page with a widget, or for shadow roots that the server has sent', () => {
    const words = `<p>${'word '.repeat(60)}</p>`;
    expect(reasonFor(`<body>${words}<x-player></x-player><script src="a.js"></script>`)).toBeUndefined();
    expect(
      reasonFor(
        `<body><x-page><template shadowrootmode="open">${words}<slot></slot></template></x-page><script src="a.js"></script>`,
      ),
    ).toBeUndefined();
  });

  it('is not made for an application whose server sends the text', () => {
    expect(
      reasonFor(
        `<body><noscript>Enable JavaScript</noscript><div id="root">${prose(5)}</div><script src="/main.js"></script>`,
      ),
    ).toBeUndefined();
  });

  it('is not made for a short page without scripts', () => {
    expect(reasonFor('<h1>Hello</h1>')).toBeUndefined();
    expect(reasonFor('<body><div id="app"></div><script type="application/json">{}</script>')).toBeUndefined();
  });
});
