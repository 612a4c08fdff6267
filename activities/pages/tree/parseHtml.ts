import { Tokenizer } from 'htmlparser2';
import { append } from './edit.ts';
import {
  blockNames,
  breaksOutOfForeign,
  closesParagraph,
  closesSelect,
  formattingNames,
  headNames,
  impliedEnds,
  isHeading,
  scopeNames,
  tablePartNames,
  tableScope,
  voidNames,
} from './elementNames.ts';
import { PageElement, PageText } from './nodes.ts';
import { OpenElements } from './openElements.ts';
import { TokenReader } from './tokenReader.ts';

interface HtmlTree {
  html: PageElement;
  head: PageElement;
  body: PageElement;
}

/** What is in a `<noscript>` is shallow; the tree as a whole stays within what code may recurse into. */
const maxFragmentDepth = 64;

/** The tokenizer reads each to its `]]>`, and then what is in it is read again: more of them would take quadratic time. */
const maxBogusSections = 100;

const noscriptEnd = /<\/noscript[\s/>]/gi;

/** The position after the next `>`. */
function endOfTag(source: string, from: number): number {
  const end = source.indexOf('>', from);
  return end < 0 ? source.length : end + 1;
}

/** Builds the tree that a browser would, as far as it matters for reading: implied ends, scopes, misnested formatting. */
class HtmlBuilder extends TokenReader {
  private readonly html = new PageElement('html', {});
  private head: PageElement | null = null;
  private body: PageElement | null = null;
  private readonly open: OpenElements;
  private readonly isFragment: boolean;
  private tokenizer: Tokenizer | null = null;
  private resumeAt: number | undefined;
  private bogusSections = 0;

  /** With a `container`, reads a fragment into it. */
  constructor(source: string, container?: PageElement) {
    super(source);
    this.isFragment = container !== undefined;
    this.body = container ?? null;
    this.open = container ? new OpenElements(container, maxFragmentDepth) : new OpenElements(this.html);
  }

  read(): void {
    for (;;) {
      this.resumeAt = undefined;
      this.tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, this);
      this.tokenizer.write(this.source);
      this.tokenizer.end();
      if (this.resumeAt === undefined) return;
      this.source = this.source.slice(this.resumeAt);
    }
  }

  /** Ends the tokenizer's run; `read` goes on from this place with a new one. */
  private skipTo(position: number): void {
    this.resumeAt = position;
    this.tokenizer?.pause();
  }

  /**
   * A browser that runs scripts reads `<noscript>` as text up to its end tag, whatever is open inside it. What is in it
   * becomes its children, because it is read if the page has nothing else.
   */
  private readNoscript(noscript: PageElement): void {
    append(this.open.current, noscript);
    const start = this.tagEnd + 1;
    noscriptEnd.lastIndex = start;
    const end = noscriptEnd.exec(this.source)?.index ?? this.source.length;
    new HtmlBuilder(this.source.slice(start, end), noscript).read();
    this.skipTo(endOfTag(this.source, end));
  }

  protected normalizeName(name: string): string {
    return name.toLowerCase();
  }

  protected addAttribute(name: string, value: string): void {
    if (this.attribs[name] === undefined) this.attribs[name] = value;
  }

  isInForeignContext(): boolean {
    return this.open.isForeign;
  }

  protected openTag(selfClosing: boolean): void {
    const { name, attribs, open } = this;
    if (open.isForeign && breaksOutOfForeign.has(name) && !open.isInIntegrationPoint()) {
      while (open.isForeign) open.pop();
    }
    if (name === 'html') {
      for (const key in attribs) this.html.attribs[key] ??= attribs[key] ?? '';
      return;
    }
    if (name === 'head') {
      if (!this.head && !this.body) this.openHead(attribs);
      return;
    }
    if (name === 'body') {
      this.openBody(attribs);
      return;
    }
    if (!this.body) this.implyHeadOrBody(name);
    if (!open.isForeign) this.implyEnds(name);
    const element = new PageElement(name === 'image' && !open.isForeign ? 'img' : name, attribs);
    if (name === 'noscript' && !open.isForeign && !this.isFragment) {
      this.readNoscript(element);
      return;
    }
    if (voidNames.has(element.name) || (selfClosing && open.isForeign)) append(open.current, element);
    else open.push(element);
  }

  private openHead(attribs: Record<string, string>): void {
    this.head = new PageElement('head', attribs);
    this.open.push(this.head);
  }

  private openBody(attribs: Record<string, string>): void {
    if (this.body) {
      for (const key in attribs) this.body.attribs[key] ??= attribs[key] ?? '';
      return;
    }
    this.open.popTo(1);
    this.body = new PageElement('body', attribs);
    this.open.push(this.body);
  }

  private implyHeadOrBody(name: string): void {
    if (headNames.has(name)) {
      if (!this.head) this.openHead({});
      return;
    }
    // `<template>` in the head may hold anything, and that must not end the head.
    if (!this.open.has('template')) this.ensureBody();
  }

  private ensureBody(): void {
    if (this.body) return;
    this.open.popTo(1);
    this.body = new PageElement('body', {});
    this.open.push(this.body);
  }

  /** Closes the elements that the start of this one ends, such as the paragraph before a list. */
  private implyEnds(name: string): void {
    const { open } = this;
    if (closesParagraph.has(name)) open.close('p', scopeNames);
    if (closesSelect.has(name)) open.close('select', scopeNames);
    const implied = impliedEnds.get(name);
    if (implied) for (const ended of implied.ends) open.close(ended, implied.boundary);
    if (isHeading(name) && isHeading(open.current.name)) open.pop();
    if (name === 'a') open.close('a', blockNames);
  }

  onclosetag(start: number, end: number): void {
    this.closeTag(this.source.slice(start, end).toLowerCase());
  }

  private closeTag(name: string): void {
    const { open } = this;
    if (name === 'html' || name === 'body') return;
    // Browsers read `</br>` as `<br>`.
    if (name === 'br') append(open.current, new PageElement('br', {}));
    else if (open.closeFlattened(name)) return;
    else if (name === 'head') this.closeHead();
    else if (formattingNames.has(name)) this.closeFormatting(name);
    else if (tablePartNames.has(name)) open.close(name, tableScope);
    else open.close(name, blockNames.has(name) ? scopeNames : blockNames);
  }

  /** After the body has begun, `</head>` means nothing. */
  private closeHead(): void {
    if (!this.body) this.open.close('head', scopeNames);
  }

  /** In `<b><div>…</b>…</div>` the block stays open, but what follows the end tag is no longer emphasized. */
  private closeFormatting(name: string): void {
    const at = this.open.find(name, scopeNames);
    if (at < 1) return;
    if (!this.open.hasBlockAbove(at)) this.open.popTo(at);
    else if (name !== 'a') this.open.turnIntoSpan(at);
  }

  protected addText(text: string): void {
    const { open } = this;
    const data = text.includes('\0') ? text.replaceAll('\0', '') : text;
    if (!this.body && (open.current === this.head || open.current === this.html)) {
      if (/^\s*$/.test(data)) return;
      this.ensureBody();
    }
    const { current } = open;
    if (current.last?.nodeType === 3) current.last.data += data;
    else append(current, new PageText(data));
  }

  oncdata(start: number, end: number, endOffset: number): void {
    if (this.open.isForeign) this.addText(this.source.slice(start, end - endOffset));
    else this.skipBogusSection(start);
  }

  /** A section without its `]]>` comes as a comment. */
  override oncomment(start: number): void {
    if (!this.open.isForeign && this.source.startsWith('<![CDATA[', start - 2)) this.skipBogusSection(start);
  }

  /** Outside of SVG and MathML, `<![CDATA[` begins a comment that ends with the next `>`. */
  private skipBogusSection(start: number): void {
    if (++this.bogusSections <= maxBogusSections) this.skipTo(endOfTag(this.source, start));
  }

  finish(): HtmlTree {
    this.open.popTo(1);
    if (!this.head) this.head = new PageElement('head', {});
    if (!this.body) {
      this.body = new PageElement('body', {});
      append(this.html, this.body);
    }
    return { html: this.html, head: this.head, body: this.body };
  }
}

export function parseHtml(source: string): HtmlTree {
  const builder = new HtmlBuilder(source);
  builder.read();
  return builder.finish();
}
