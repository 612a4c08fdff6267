import type { TokenizerCallbacks } from 'htmlparser2';

/**
 * Assembles the tokenizer's callbacks into whole tags. htmlparser2's own `Parser` takes half a minute for a megabyte of
 * unclosed `<div>`, so only its tokenizer is used.
 */
export abstract class TokenReader implements TokenizerCallbacks {
  /** The name and attributes of the tag that is being read. */
  protected name = '';
  protected attribs: Record<string, string> = {};
  private attribName = '';
  private attribValue = '';
  /** Where the `>` of the tag is. */
  protected tagEnd = 0;

  constructor(protected source: string) {}

  protected abstract openTag(selfClosing: boolean): void;
  protected abstract addText(data: string): void;
  /** HTML names are case-insensitive, XML names are not. */
  protected abstract normalizeName(name: string): string;
  /** Which of two attributes with the same name counts: in HTML it is the first. */
  protected abstract addAttribute(name: string, value: string): void;
  abstract onclosetag(start: number, end: number): void;
  abstract oncdata(start: number, end: number, endOffset: number): void;

  onopentagname(start: number, end: number): void {
    this.name = this.normalizeName(this.source.slice(start, end));
    this.attribs = {};
  }
  onattribname(start: number, end: number): void {
    this.attribName = this.normalizeName(this.source.slice(start, end));
    this.attribValue = '';
  }
  onattribdata(start: number, end: number): void {
    this.attribValue += this.source.slice(start, end);
  }
  onattribentity(codepoint: number): void {
    this.attribValue += String.fromCodePoint(codepoint);
  }
  onattribend(): void {
    // Setting `__proto__` would change the object instead of adding an attribute.
    if (this.attribName !== '__proto__') this.addAttribute(this.attribName, this.attribValue);
  }
  onopentagend(end: number): void {
    this.tagEnd = end;
    this.openTag(false);
  }
  onselfclosingtag(end: number): void {
    this.tagEnd = end;
    this.openTag(true);
  }
  ontext(start: number, end: number): void {
    this.addText(this.source.slice(start, end));
  }
  ontextentity(codepoint: number): void {
    this.addText(String.fromCodePoint(codepoint));
  }
  oncomment(_start: number): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}
}
