import { Resvg } from '@resvg/resvg-js';
import { parseDocument } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { sanitizeSvg } from '../../../../activities/icons/svg/sanitize.ts';

const open = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10">';

function clean(inside: string): string {
  const { svg, problem } = sanitizeSvg(`${open}${inside}</svg>`);
  return svg ?? `refused: ${problem}`;
}

describe('a sanitized drawing neither runs nor fetches anything', () => {
  test.each([
    '<script>alert(1)</script>',
    '<script href="https://evil.test/x.js"/>',
    '<script xlink:href="data:text/javascript,alert(1)"/>',
    '<SCRIPT>alert(1)</SCRIPT>',
    '<svg:script xmlns:svg="http://www.w3.org/2000/svg">alert(1)</svg:script>',
    '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
    '<path onclick="alert(1)" d="M0 0"/>',
    '<path ONLOAD="alert(1)"/>',
    '<g onmouseover="alert(1)"><rect/></g>',
    '<a href="javascript:alert(1)"><rect width="1" height="1"/></a>',
    '<a xlink:href="https://evil.test/">x</a>',
    '<foreignObject><iframe src="https://evil.test/"/></foreignObject>',
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></body></foreignObject>',
    '<iframe src="javascript:alert(1)"/>',
    '<embed src="https://evil.test/"/>',
    '<object data="https://evil.test/"/>',
    '<image href="https://evil.test/track.png" width="1" height="1"/>',
    '<image xlink:href="//evil.test/track.png"/>',
    '<image href="/etc/passwd"/>',
    '<image href="file:///etc/passwd"/>',
    '<image href="data:image/svg+xml;base64,PHN2Zz48L3N2Zz4="/>',
    '<image href="data:text/html,<script>alert(1)</script>"/>',
    '<use href="https://evil.test/x.svg#a"/>',
    '<use xlink:href="data:image/svg+xml,&lt;svg/&gt;#a"/>',
    '<feImage href="https://evil.test/x.png"/>',
    '<filter id="f"><feImage xlink:href="https://evil.test/x.png"/></filter>',
    '<animate attributeName="href" values="javascript:alert(1)"/>',
    '<set attributeName="onmouseover" to="alert(1)"/>',
    '<animateTransform onbegin="alert(1)"/>',
    '<handler type="text/javascript">alert(1)</handler>',
    '<style>@import url(https://evil.test/x.css);</style>',
    '<style>@import "https://evil.test/x.css";</style>',
    '<style>@\\69mport "https://evil.test/x.css";</style>',
    '<style>@font-face{font-family:x;src:url(https://evil.test/x.woff)}</style>',
    '<style>path{fill:url(https://evil.test/x.svg#a)}</style>',
    '<style>path{fill:\\75rl(https://evil.test/x.svg#a)}</style>',
    '<style>path{fill:u\\72l("https://evil.test/x")}</style>',
    '<style>path{fill:URL(  "https://evil.test/x"  )}</style>',
    '<style>path{fill:image-set("https://evil.test/x.png" 1x)}</style>',
    '<style>path{fill:image("https://evil.test/x.png")}</style>',
    '<style>path{fill:src("https://evil.test/x.png")}</style>',
    '<style>path{background-image:url(https://evil.test/x.png)}</style>',
    '<style>path{cursor:url(https://evil.test/x.cur),auto}</style>',
    '<style>:root{--a:url(https://evil.test/x)} path{fill:var(--a)}</style>',
    '<style>:root{--a:"https://evil.test/x"} path{mask:url(var(--a))}</style>',
    '<style>path{behavior:url(#default#time2);width:expression(alert(1))}</style>',
    '<style>&lt;script&gt;alert(1)&lt;/script&gt;</style>',
    '<style>&lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt;</style>',
    '<style><![CDATA[</style><script>alert(1)</script>]]></style>',
    '<style><script>alert(1)</script></style>',
    '<style>a[x="</style><script>alert(1)</script>"]{fill:red}</style>',
    '<style>a{font-family:"&lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt;"}</style>',
    '<path style="fill:url(https://evil.test/x)"/>',
    '<path style="fill:&#117;rl(https://evil.test/x)"/>',
    '<path style="fill:\\000075rl(https://evil.test/x)"/>',
    '<path style="background:url(https://evil.test/x)"/>',
    '<path fill="url(https://evil.test/x#a)"/>',
    '<path fill="url(\'https://evil.test/x\')"/>',
    '<path fill="&#x75;rl(https://evil.test/x)"/>',
    '<path fill="u/**/rl(https://evil.test/x) url(https://evil.test/y)"/>',
    '<path filter="url(//evil.test/f.svg#x)"/>',
    '<path mask="url(https://evil.test/m.svg#x)" clip-path="url(https://evil.test/c.svg#x)"/>',
    '<path marker-start="url(https://evil.test/m.svg#x)"/>',
    '<g transform="url(https://evil.test/x)"/>',
    '<title><script>alert(1)</script></title>',
    '<desc>&lt;script&gt;alert(1)&lt;/script&gt;</desc>',
    '<text>&lt;img src=x onerror=alert(1)&gt;</text>',
    '<!--><script>alert(1)</script>-->',
    '<![CDATA[<script>alert(1)</script>]]>',
    '<?xml-stylesheet href="https://evil.test/x.css"?>',
    '<path d="M0 0" xmlns:onclick="alert(1)" xml:base="https://evil.test/"/>',
    '<link rel="stylesheet" href="https://evil.test/x.css"/>',
    '<meta http-equiv="refresh" content="0;url=https://evil.test/"/>',
    '<tref xlink:href="https://evil.test/x#a"/>',
    '<font-face-uri xlink:href="https://evil.test/x"/>',
    '<pattern id="p" href="https://evil.test/x.svg#p"/>',
    '<linearGradient id="g" xlink:href="https://evil.test/x.svg#g"/>',
    '<discard onbegin="alert(1)"/>',
    '<audio src="https://evil.test/x.mp3"/><video src="https://evil.test/x.mp4"/>',
  ])('with %s', (payload) => {
    const svg = clean(payload);
    expect(svg).not.toMatch(
      /evil\.test|javascript:|etc\/passwd|data:(?:text|image\/svg)|@import|@font-face|expression|behavior/i,
    );
    for (const element of everyElement(svg)) {
      expect(element.name).not.toMatch(
        /script|iframe|foreignobject|^a$|animate|^set$|object|embed|handler|image$|link|meta/i,
      );
      for (const [name, value] of Object.entries(element.attribs)) {
        expect(name).not.toMatch(/^on/i);
        if (/href/.test(name)) expect(value).toMatch(/^#/);
      }
    }
  });

  function everyElement(svg: string): { name: string; attribs: Record<string, string> }[] {
    const found: { name: string; attribs: Record<string, string> }[] = [];
    const stack: unknown[] = [...parseDocument(svg, { xmlMode: true }).children];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (typeof node !== 'object' || node === null) continue;
      if ('attribs' in node && 'name' in node) found.push(node as { name: string; attribs: Record<string, string> });
      if ('children' in node && Array.isArray(node.children)) stack.push(...node.children);
    }
    return found.filter(({ name }) => !(name === 'image'));
  }
});

describe('a sanitized drawing keeps what draws', () => {
  test('such as gradients, filters with their units, masks and clip paths, in their case', () => {
    const svg = clean(
      '<defs><linearGradient id="a" gradientUnits="userSpaceOnUse" gradientTransform="rotate(9)"><stop offset=".5" stop-color="#abc"/></linearGradient>' +
        '<filter id="f" filterUnits="userSpaceOnUse" x="0" y="0" width="10" height="10"><feGaussianBlur stdDeviation="1"/></filter>' +
        '<clipPath id="c"><path d="M0 0h5v5z"/></clipPath><mask id="m"><rect fill="#fff"/></mask></defs>' +
        '<g clip-path="url(#c)" mask="url(#m)" filter="url(#f)"><use xlink:href="#a"/><path fill="url(#a)" d="M0 0h9"/></g>',
    );
    for (const kept of [
      'linearGradient',
      'gradientUnits',
      'gradientTransform="rotate(9)"',
      'stop-color="#abc"',
      'filterUnits',
      'stdDeviation',
      'clipPath',
    ]) {
      expect(svg).toContain(kept);
    }
    expect(svg).toMatch(/clip-path="url\(#c\)" mask="url\(#m\)" filter="url\(#f\)"/);
    expect(svg).toContain('<use href="#a">');
  });

  test('such as style blocks, in CDATA too, and style attributes', () => {
    const svg = clean(
      '<style type="text/css"><![CDATA[.st0{fill:#E30613;} .st1{fill:url(#SVGID_1_);opacity:.5}]]></style><path class="st0" style="stroke:#000;stroke-width:2px"/>',
    );
    expect(svg).toContain('.st0{fill:#E30613}');
    expect(svg).toContain('.st1{fill:url(#SVGID_1_);opacity:.5}');
    expect(svg).toContain('style="stroke:#000;stroke-width:2px"');
  });

  test('such as an embedded bitmap', () => {
    const png = 'data:image/png;base64,iVBORw0KGgo=';
    expect(clean(`<image width="1" height="1" xlink:href="${png}"/>`)).toContain(`href="${png}"`);
  });

  test('such as the content of a link, without the link', () => {
    expect(clean('<a href="https://evil.test/"><rect width="4" height="4"/></a>')).toContain(
      '<rect width="4" height="4">',
    );
  });

  test('such as the output of drawing programs: entities, prefixes, foreign namespaces, a switch', () => {
    const { svg } = sanitizeSvg(
      '<?xml version="1.0"?><!-- Generator: Adobe Illustrator --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd" [ <!ENTITY ns_svg "http://www.w3.org/2000/svg"> <!ENTITY st0 "fill:#00f"> ]>' +
        '<svg:svg xmlns:svg="&ns_svg;" xmlns:i="x" width="20mm" height="10mm"><svg:switch><svg:foreignObject/><svg:g i:extraneous="self" style="&st0;"><svg:path d="M0 0h1"/></svg:g></svg:switch><i:pgf>junk</i:pgf></svg:svg>',
    );
    expect(svg).toContain('<path d="M0 0h1">');
    expect(svg).toContain('style="fill:#00f"');
    expect(svg).toMatch(/viewBox="0 0 75\.59\S* 37\.79\S*"/);
    expect(svg).not.toContain('ENTITY');
  });
});

test('a sanitized drawing is well-formed XML even if the original is not', () => {
  for (const inside of [
    '<path d="" fill="" style=""/>',
    '<text>a &amp; b &lt; c &nbsp; \u0001</text>',
    '<g><path></g>',
    "<title>\"'</title><path d='M0 0\"'/>",
    '<path d="M0 0" d="M1 1"/>',
    '<svg viewBox=""/>',
  ]) {
    expect(() => new Resvg(clean(inside))).not.toThrow();
  }
});

describe('a requested size', () => {
  const sized = (attributes: string) =>
    sanitizeSvg(`<svg ${attributes}><path/></svg>`, { size: { width: 64, height: 64 } }).svg;

  test('replaces the size of the drawing, which keeps its aspect ratio', () => {
    const svg = sized('width="300" height="100" preserveAspectRatio="none" style="width:5px;height:5px"');
    expect(svg).toContain('width="64" height="64"');
    expect(svg).toContain('viewBox="0 0 300 100"');
    expect(svg).not.toMatch(/preserveAspectRatio|300px|5px/);
  });

  test('cannot be undone by a style block', () => {
    expect(
      sanitizeSvg('<svg viewBox="0 0 1 1"><style>svg{width:9px;height:9px;fill:red}</style></svg>', {
        size: { width: 8, height: 8 },
      }).svg,
    ).toContain('<style>svg{fill:red}</style>');
  });
});

describe('a hostile drawing', () => {
  test('with entities made of entities is refused', () => {
    const laughs = Array.from(
      { length: 9 },
      (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
    ).join('');
    expect(
      sanitizeSvg(`<!DOCTYPE svg [<!ENTITY l0 "ha">${laughs}]><svg viewBox="0 0 1 1"><text>&l9;</text></svg>`).problem,
    ).toMatch(/multiply/);
  });

  test('with an entity that names a file does not show the file', () => {
    const { svg } = sanitizeSvg(
      '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/hostname">]><svg viewBox="0 0 1 1"><text>&x;</text></svg>',
    );
    expect(svg).not.toContain('hostname');
  });

  test('with 50,000 uses is refused', () => {
    expect(clean(`<rect id="r"/>${'<use href="#r"/>'.repeat(50_000)}`)).toMatch(/refused/);
  });

  test('with exponentially nested uses is refused', () => {
    const levels = Array.from(
      { length: 12 },
      (_, level) => `<g id="u${level + 1}">${`<use href="#u${level}"/>`.repeat(8)}</g>`,
    ).join('');
    expect(clean(`<rect id="u0"/>${levels}<use href="#u12"/>`)).toMatch(/refused/);
  });

  test('with a circular use is refused', () => {
    expect(clean('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>')).toMatch(/refused/);
  });

  test('nested 50,000 levels deep is refused', () => {
    expect(clean('<g>'.repeat(50_000))).toMatch(/refused/);
  });

  test('that is not SVG at all is refused', () => {
    expect(sanitizeSvg('<!doctype html><html><body><svg/></body></html>').problem).toBe('not an SVG drawing');
    expect(sanitizeSvg('').problem).toBe('not an SVG drawing');
  });
});

/** `levels` groups, each of which shows the one before ten times by the given reference. */
function bomb(reference: (id: string) => string, { levels = 6, style = '', tag = 'mask' } = {}): string {
  const groups = Array.from(
    { length: levels },
    (_, level) => `<${tag} id="l${level}">${reference(`l${level - 1}`).repeat(10)}</${tag}>`,
  );
  return `<style>${style}</style>${groups.join('')}${reference(`l${levels - 1}`)}`;
}

describe('a drawing that multiplies when it is drawn is refused', () => {
  const byClass = (property: string) =>
    Array.from({ length: 6 }, (_, level) => `.l${level}{${property}:url(#l${level})}`).join('');
  const shown = (id: string) => `<rect class="${id}" width="1" height="1"/>`;
  test.each([
    ['by use', bomb((id) => `<use href="#${id}"/>`, { tag: 'g' })],
    ['by attributes', bomb((id) => `<rect mask="url(#${id})"/>`)],
    ['by the rules of a style sheet', bomb(shown, { style: byClass('mask') })],
    ['by a clip path in a style sheet', bomb(shown, { style: byClass('clip-path'), tag: 'clipPath' })],
    ['by a pattern in a style sheet', bomb(shown, { style: byClass('fill'), tag: 'pattern' })],
    ['by a marker in a style sheet', bomb(shown, { style: byClass('marker-mid'), tag: 'marker' })],
    ['by rules inside a media query', bomb(shown, { style: `@media screen{${byClass('mask')}}` })],
    ['by selectors with more to match', bomb(shown, { style: byClass('mask').replaceAll('{', ':not(.x){') })],
    [
      'by variables',
      bomb((id) => `<rect fill="var(--${id})"/>`, {
        style: `:root{${Array.from({ length: 6 }, (_, level) => `--l${level}:url(#l${level})`).join(';')}}`,
        tag: 'pattern',
      }),
    ],
    ['by inline styles', bomb((id) => `<rect style="mask:url(#${id})"/>`)],
    ['by percent-encoded references', bomb((id) => `<use href="#%6${'c'}${id.slice(1)}"/>`, { tag: 'g' })],
    [
      'by a marker at every vertex',
      `<marker id="m">${'<rect/>'.repeat(50)}</marker><path marker-mid="url(#m)" d="M0 0${' 1 1'.repeat(5_000)}"/>`,
    ],
    [
      'by a pattern that many shapes inherit',
      `<pattern id="p">${'<rect/>'.repeat(500)}</pattern><g fill="url(#p)">${'<rect/>'.repeat(500)}</g>`,
    ],
    [
      'by an id that stands at several elements',
      `<g id="a">${'<rect/>'.repeat(500)}</g><g id="a"/>${'<use href="#a"/>'.repeat(500)}`,
    ],
    ['by a rule for everything', `<style>*{mask:url(#m)}</style><mask id="m"><rect/></mask>`],
  ])('%s', (_, inside) => expect(clean(inside)).toBe('refused: the drawing multiplies its elements'));

  test('and one that references a little is not', () => {
    const style = '.a{fill:url(#g)}path{mask:url(#m)}';
    const drawing = `<style>${style}</style><linearGradient id="g"><stop/></linearGradient><mask id="m"><rect/></mask>`;
    expect(clean(drawing + '<path class="a" d="M0 0h9"/>'.repeat(100))).toContain('.a{fill:url(#g)}');
  });
});

describe('hostile text takes no more time than its length', () => {
  const million = 1_000_000;
  test.each([
    ['comments that never end', `<path transform="${'/* '.repeat(million / 3)}" d="M0 0"/>`],
    ['comments that never end in a style', `<path style="${'/* '.repeat(million / 3)}" d="M0 0"/>`],
    ['comments that never end in a sheet', `<style>${'/* '.repeat(million / 3)}</style><path d="M0 0"/>`],
  ])('%s', (_, inside) => expect(clean(inside)).toContain('<path'));

  test('a width of a million digits', () => {
    const { svg } = sanitizeSvg(`<svg width="${'1'.repeat(million)}!" height="1"><path d="M0 0"/></svg>`);
    expect(svg).toContain('<path');
  });
});
