import { type QuoteType, Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
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
} from './names.ts';
import { append, PageElement, PageText } from './nodes.ts';

/**
 * Elements nested deeper than this become siblings, as in Chromium: walks may then recurse, and no page is quadratic.
 * htmlparser2's own tree (its `Parser`) takes half a minute for a megabyte of unclosed `<div>`, so only its tokenizer is used.
 */
const maxDepth = 512;

/** Builds a tree the way a browser would in all that matters for reading: implied ends, scopes, misnested formatting. */
class TreeBuilder implements TokenizerCallbacks {
  readonly html = new PageElement('html', {});
  private head: PageElement | null = null;
  private body: PageElement | null = null;
  private readonly stack: PageElement[] = [this.html];
  private readonly open = new Map<string, number>();
  private readonly beyond = new Map<string, number>();
  private foreign = 0;
  private name = '';
  private attribs: Record<string, string> = {};
  private attribName = '';
  private attribValue = '';

  constructor(private readonly source: string) {}

  private get current(): PageElement {
    return this.stack[this.stack.length - 1] ?? this.html;
  }

  private push(element: PageElement): void {
    append(this.current, element);
    if (this.stack.length >= maxDepth) {
      this.beyond.set(element.name, (this.beyond.get(element.name) ?? 0) + 1);
      return;
    }
    this.stack.push(element);
    this.open.set(element.name, (this.open.get(element.name) ?? 0) + 1);
    if (element.name === 'svg' || element.name === 'math') this.foreign++;
  }

  private pop(): void {
    const element = this.stack.pop();
    if (!element) return;
    this.open.set(element.name, (this.open.get(element.name) ?? 1) - 1);
    if (element.name === 'svg' || element.name === 'math') this.foreign--;
  }

  private popTo(length: number): void {
    while (this.stack.length > Math.max(length, 1)) this.pop();
  }

  /** Where the nearest open element of this name is on the stack, not looking beyond `boundary`. */
  private find(name: string, boundary: ReadonlySet<string>): number {
    if (!this.open.get(name)) return -1;
    for (let at = this.stack.length - 1; at > 0; at--) {
      const open = this.stack[at]?.name ?? '';
      if (open === name) return at;
      if (boundary.has(open)) return -1;
    }
    return -1;
  }

  private ensureBody(): void {
    if (this.head && this.current === this.head) this.pop();
    if (!this.body) {
      this.body = new PageElement('body', {});
      this.push(this.body);
    }
  }

  private implyEnds(name: string): void {
    if (closesParagraph.has(name)) {
      const at = this.find('p', scopeNames);
      if (at > 0) this.popTo(at);
    }
    const implied = impliedEnds.get(name);
    if (implied) {
      for (const ended of implied.ends) {
        const at = this.find(ended, implied.boundary);
        if (at > 0) this.popTo(at);
      }
    }
    if (isHeading(name) && isHeading(this.current.name)) this.pop();
    if (name === 'a' && this.open.get('a')) {
      const at = this.find('a', blockNames);
      if (at > 0) this.popTo(at);
    }
  }

  private openTag(selfClosing: boolean): void {
    const { name, attribs } = this;
    if (this.foreign > 0 && breaksOutOfForeign.has(name) && !this.inIntegrationPoint()) {
      while (this.foreign > 0) this.pop();
    }
    if (name === 'html') {
      for (const key in attribs) this.html.attribs[key] ??= attribs[key] ?? '';
      return;
    }
    if (name === 'head') {
      if (!this.head && !this.body) {
        this.head = new PageElement('head', attribs);
        this.push(this.head);
      }
      return;
    }
    if (name === 'body') {
      if (this.body) for (const key in attribs) this.body.attribs[key] ??= attribs[key] ?? '';
      else {
        this.popTo(1);
        this.body = new PageElement('body', attribs);
        this.push(this.body);
      }
      return;
    }
    if (!this.body) {
      if (headNames.has(name)) {
        if (!this.head) {
          this.head = new PageElement('head', {});
          this.push(this.head);
        }
      } else if (!this.insideHeadNoscript()) this.ensureBody();
    }
    if (this.foreign === 0) this.implyEnds(name);
    const element = new PageElement(name === 'image' && this.foreign === 0 ? 'img' : name, attribs);
    if (voidNames.has(element.name) || (selfClosing && this.foreign > 0)) append(this.current, element);
    else this.push(element);
  }

  /** `<noscript>` in the head may hold anything; it must not end the head. */
  private insideHeadNoscript(): boolean {
    return !this.body && (this.open.get('noscript') ?? 0) > 0;
  }

  private inIntegrationPoint(): boolean {
    for (let at = this.stack.length - 1; at > 0; at--) {
      const name = this.stack[at]?.name ?? '';
      if (name === 'svg' || name === 'math') return false;
      if (name === 'foreignobject' || name === 'desc' || name === 'annotation-xml' || name === 'mtext') return true;
    }
    return false;
  }

  private text(data: string): void {
    if (!this.body && (this.current === this.head || this.current === this.html)) {
      if (/^\s*$/.test(data)) return;
      this.ensureBody();
    }
    const last = this.current.last;
    if (last?.nodeType === 3) last.data += data;
    else append(this.current, new PageText(data));
  }

  isInForeignContext(): boolean {
    return this.foreign > 0;
  }
  onopentagname(start: number, end: number): void {
    this.name = this.source.slice(start, end).toLowerCase();
    this.attribs = {};
  }
  onattribname(start: number, end: number): void {
    this.attribName = this.source.slice(start, end).toLowerCase();
    this.attribValue = '';
  }
  onattribdata(start: number, end: number): void {
    this.attribValue += this.source.slice(start, end);
  }
  onattribentity(codepoint: number): void {
    this.attribValue += String.fromCodePoint(codepoint);
  }
  onattribend(_quote: QuoteType): void {
    if (this.attribs[this.attribName] === undefined && this.attribName !== '__proto__')
      this.attribs[this.attribName] = this.attribValue;
  }
  onopentagend(): void {
    this.openTag(false);
  }
  onselfclosingtag(): void {
    this.openTag(true);
  }
  onclosetag(start: number, end: number): void {
    this.closeTag(this.source.slice(start, end).toLowerCase());
  }

  private closeTag(name: string): void {
    if (name === 'html' || name === 'body') return;
    if (name === 'br') {
      append(this.current, new PageElement('br', {}));
      return;
    }
    const beyond = this.beyond.get(name);
    if (beyond) {
      this.beyond.set(name, beyond - 1);
      return;
    }
    if (name === 'head') {
      const at = this.find('head', scopeNames);
      if (at > 0) this.popTo(at);
      return;
    }
    if (formattingNames.has(name)) {
      const at = this.find(name, scopeNames);
      if (at < 1) return;
      const crossesBlock = this.stack.slice(at + 1).some((element) => blockNames.has(element.name));
      // `<b><div>…</b>…</div>`: the block stays open; the emphasis, which the author ended, is not spread over the rest.
      if (!crossesBlock) this.popTo(at);
      else if (name !== 'a') this.neutralise(at);
      return;
    }
    const at = this.find(name, blockNames.has(name) ? scopeNames : blockNames);
    if (at > 0) this.popTo(at);
  }

  private neutralise(at: number): void {
    const element = this.stack[at];
    if (!element) return;
    this.open.set(element.name, (this.open.get(element.name) ?? 1) - 1);
    element.name = 'span';
    this.open.set('span', (this.open.get('span') ?? 0) + 1);
  }

  ontext(start: number, end: number): void {
    this.text(this.source.slice(start, end));
  }
  ontextentity(codepoint: number): void {
    this.text(String.fromCodePoint(codepoint));
  }
  oncdata(start: number, end: number, endOffset: number): void {
    if (this.foreign > 0) this.text(this.source.slice(start, end - endOffset));
  }
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  finish(): { html: PageElement; head: PageElement; body: PageElement } {
    this.popTo(1);
    if (!this.head) this.head = new PageElement('head', {});
    if (!this.body) {
      this.body = new PageElement('body', {});
      append(this.html, this.body);
    }
    return { html: this.html, head: this.head, body: this.body };
  }
}

export function parseHtml(source: string): { html: PageElement; head: PageElement; body: PageElement } {
  const builder = new TreeBuilder(source);
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, builder);
  tokenizer.write(source);
  tokenizer.end();
  return builder.finish();
}
