import { Tokenizer } from 'htmlparser2';
import { append } from './edit.ts';
import {
  blockNames,
  breaksOutOfForeign,
  closesParagraph,
  formattingNames,
  headNames,
  impliedEnds,
  isHeading,
  scopeNames,
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

/** Builds the tree that a browser would, as far as it matters for reading: implied ends, scopes, misnested formatting. */
class HtmlBuilder extends TokenReader {
  private readonly html = new PageElement('html', {});
  private head: PageElement | null = null;
  private body: PageElement | null = null;
  private readonly open = new OpenElements(this.html);

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
    // `<noscript>` in the head may hold anything, and that must not end the head.
    if (!this.open.has('noscript')) this.ensureBody();
  }

  private ensureBody(): void {
    if (this.head && this.open.current === this.head) this.open.pop();
    if (this.body) return;
    this.body = new PageElement('body', {});
    this.open.push(this.body);
  }

  /** Closes the elements that the start of this one ends, such as the paragraph before a list. */
  private implyEnds(name: string): void {
    const { open } = this;
    if (closesParagraph.has(name)) open.close('p', scopeNames);
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
    else if (name === 'head') open.close('head', scopeNames);
    else if (formattingNames.has(name)) this.closeFormatting(name);
    else open.close(name, blockNames.has(name) ? scopeNames : blockNames);
  }

  /** In `<b><div>…</b>…</div>` the block stays open, but what follows the end tag is no longer emphasized. */
  private closeFormatting(name: string): void {
    const at = this.open.find(name, scopeNames);
    if (at < 1) return;
    if (!this.open.hasBlockAbove(at)) this.open.popTo(at);
    else if (name !== 'a') this.open.turnIntoSpan(at);
  }

  protected addText(data: string): void {
    const { open } = this;
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
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, builder);
  tokenizer.write(source);
  tokenizer.end();
  return builder.finish();
}
