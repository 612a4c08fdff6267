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
import { HtmlTokenizer } from './htmlTokenizer.ts';
import { PageElement, PageText } from './nodes.ts';
import { OpenElements } from './openElements.ts';

interface HtmlTree {
  html: PageElement;
  head: PageElement;
  body: PageElement;
  /** Whether there may be shadow trees, or documents of frames, to be put in their places. */
  hasInnerTrees: boolean;
}

/** What is in a `<noscript>` is shallow; the tree as a whole stays within what code may recurse into. */
const maxFragmentDepth = 64;

const noscriptEnd = /<\/noscript[\s/>]/gi;

/** Builds the tree that a browser would, as far as it matters for reading: implied ends, scopes, misnested formatting. */
class HtmlBuilder extends HtmlTokenizer {
  private readonly html = new PageElement('html', {});
  private head: PageElement | null = null;
  private body: PageElement | null = null;
  private readonly open: OpenElements;
  private readonly isFragment: boolean;
  private hasInnerTrees = false;

  /** With a `container`, reads a fragment into it. */
  constructor(source: string, container?: PageElement) {
    super(source);
    this.isFragment = container !== undefined;
    this.body = container ?? null;
    this.open = container ? new OpenElements(container, maxFragmentDepth) : new OpenElements(this.html);
  }

  /**
   * A browser that runs scripts reads `<noscript>` as text up to its end tag, whatever is open inside it. What is in it
   * becomes its children, because it is read if the page has nothing else.
   */
  private readNoscript(noscript: PageElement): void {
    append(this.open.current, noscript);
    noscriptEnd.lastIndex = this.position;
    const found = noscriptEnd.exec(this.source);
    const end = found?.index ?? this.source.length;
    const inner = new HtmlBuilder(this.source.slice(this.position, end), noscript);
    inner.read();
    this.hasInnerTrees ||= inner.hasInnerTrees;
    // The element is closed already, so its end tag closes nothing.
    this.position = end;
  }

  protected isInForeignContent(): boolean {
    return this.open.isForeign;
  }

  protected startTag(name: string, attribs: Record<string, string>, isSelfClosing: boolean): void {
    const { open } = this;
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
    if (
      name === 'iframe'
        ? attribs['srcdoc'] !== undefined
        : name === 'template' && attribs['shadowrootmode'] !== undefined
    )
      this.hasInnerTrees = true;
    const element = new PageElement(name === 'image' && !open.isForeign ? 'img' : name, attribs);
    if (name === 'noscript' && !open.isForeign && !this.isFragment) {
      this.readNoscript(element);
      return;
    }
    if (voidNames.has(element.name) || (isSelfClosing && open.isForeign)) append(open.current, element);
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

  protected endTag(name: string): void {
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

  finish(): HtmlTree {
    this.open.popTo(1);
    if (!this.head) this.head = new PageElement('head', {});
    if (!this.body) {
      this.body = new PageElement('body', {});
      append(this.html, this.body);
    }
    return { html: this.html, head: this.head, body: this.body, hasInnerTrees: this.hasInnerTrees };
  }
}

export function parseHtml(source: string): HtmlTree {
  const builder = new HtmlBuilder(source);
  builder.read();
  return builder.finish();
}
