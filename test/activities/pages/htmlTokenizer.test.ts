import { describe, expect, it } from 'vitest';
import { HtmlTokenizer } from '../../../activities/pages/tree/htmlTokenizer.ts';

/** Writes down what it is told: `<name attribute=value>`, `</name>` and texts. */
class Recorder extends HtmlTokenizer {
  readonly tokens: string[] = [];
  isForeign = false;

  protected isInForeignContent(): boolean {
    return this.isForeign;
  }
  protected startTag(name: string, attribs: Record<string, string>, isSelfClosing: boolean): void {
    const attributes = Object.entries(attribs).map(([key, value]) => ` ${key}=${value}`);
    this.tokens.push(`<${name}${attributes.join('')}${isSelfClosing ? ' /' : ''}>`);
  }
  protected endTag(name: string): void {
    this.tokens.push(`</${name}>`);
  }
  protected addText(text: string): void {
    this.tokens.push(text);
  }
}

function tokensOf(source: string, isForeign = false): string[] {
  const recorder = new Recorder(source);
  recorder.isForeign = isForeign;
  recorder.read();
  return recorder.tokens;
}

describe('the HTML tokenizer', () => {
  it('reads tags, attributes of every form, and text', () => {
    expect(tokensOf('<A HREF="/x?a=1" title=\'two words\' data-n=3 hidden>one</a >two')).toEqual([
      '<a href=/x?a=1 title=two words data-n=3 hidden=>',
      'one',
      '</a>',
      'two',
    ]);
  });

  it('takes the first of two attributes of a name', () => {
    expect(tokensOf('<p id=a ID=b>')).toEqual(['<p id=a>']);
  });

  it('does not let an attribute change the prototype', () => {
    expect(tokensOf('<p __proto__=x id=a>')).toEqual(['<p id=a>']);
  });

  it('decodes entities in text and in attributes, where an ampersand of an address stays', () => {
    expect(tokensOf('<a href="?a=1&copy=2&amp;b">&lt;b&gt; &eacute; &#128512; &nosuch;</a>')).toEqual([
      '<a href=?a=1&copy=2&b>',
      '<b> é 😀 &nosuch;',
      '</a>',
    ]);
  });

  it('knows a self-closing tag from an address that ends in a slash', () => {
    expect(tokensOf('<br/><a href=/x/>y')).toEqual(['<br />', '<a href=/x/>', 'y']);
  });

  it('reads what is no tag as text', () => {
    expect(tokensOf('1 < 2 <3 a<')).toEqual(['1 < 2 <3 a<']);
  });

  it.each([
    ['a<!-- <p> -->b', ['a', 'b']],
    ['a<!-->b', ['a', 'b']],
    ['a<!--->b', ['a', 'b']],
    ['a<!-- x --!>b', ['a', 'b']],
    ['a<!-- open', ['a']],
    ['a<!doctype html>b', ['a', 'b']],
    ['a<?xml version="1.0"?>b', ['a', 'b']],
    ['a</>b', ['a', 'b']],
    ['a</ p>b', ['a', 'b']],
    ['a<![CDATA[x>y]]>b', ['a', 'y]]>b']],
  ])('leaves out comments and declarations: %s', (source, tokens) => {
    expect(tokensOf(source)).toEqual(tokens);
  });

  it('reads a CDATA section inside of SVG as text', () => {
    expect(tokensOf('<![CDATA[x>y]]>b', true)).toEqual(['x>y', 'b']);
  });

  it('reads scripts and styles as text up to their end tag, whatever is in them', () => {
    expect(tokensOf('<script>if (a</b/.test(c)) "</p>" &lt;</SCRIPT >x<style/>p{}</style>')).toEqual([
      '<script>',
      'if (a</b/.test(c)) "</p>" &lt;',
      '</script>',
      'x',
      '<style />',
      'p{}',
      '</style>',
    ]);
  });

  it('decodes entities in a title, and reads its tags as text', () => {
    expect(tokensOf('<title>a &amp; <b></title>')).toEqual(['<title>', 'a & <b>', '</title>']);
  });

  it('leaves out a tag that never ends', () => {
    expect(tokensOf('a<p id="x')).toEqual(['a']);
    expect(tokensOf('a<p id')).toEqual(['a']);
  });
});
