import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { append, PageElement, PageText } from './nodes.ts';

/** As for HTML: deeper elements become siblings, so that walks may recurse. */
const maxDepth = 512;

/** A forgiving XML tree: names as written, no entities but the five of XML and characters by number, no DTD. */
class XmlBuilder implements TokenizerCallbacks {
  readonly root = new PageElement('#document', {});
  private readonly stack: PageElement[] = [this.root];
  private beyond = 0;
  private name = '';
  private attribs: Record<string, string> = {};
  private attribName = '';
  private attribValue = '';

  constructor(private readonly source: string) {}

  private get current(): PageElement {
    return this.stack[this.stack.length - 1] ?? this.root;
  }
  private add(selfClosing: boolean): void {
    const element = new PageElement(this.name, this.attribs);
    append(this.current, element);
    if (selfClosing) return;
    if (this.stack.length >= maxDepth) this.beyond++;
    else this.stack.push(element);
  }
  private text(data: string): void {
    const { last } = this.current;
    if (last?.nodeType === 3) last.data += data;
    else append(this.current, new PageText(data));
  }

  onopentagname(start: number, end: number): void {
    this.name = this.source.slice(start, end);
    this.attribs = {};
  }
  onattribname(start: number, end: number): void {
    this.attribName = this.source.slice(start, end);
    this.attribValue = '';
  }
  onattribdata(start: number, end: number): void {
    this.attribValue += this.source.slice(start, end);
  }
  onattribentity(codepoint: number): void {
    this.attribValue += String.fromCodePoint(codepoint);
  }
  onattribend(): void {
    if (this.attribName !== '__proto__') this.attribs[this.attribName] = this.attribValue;
  }
  onopentagend(): void {
    this.add(false);
  }
  onselfclosingtag(): void {
    this.add(true);
  }
  onclosetag(start: number, end: number): void {
    if (this.beyond > 0) {
      this.beyond--;
      return;
    }
    const name = this.source.slice(start, end).trim();
    for (let at = this.stack.length - 1; at > 0; at--) {
      if (this.stack[at]?.name !== name) continue;
      this.stack.length = at;
      return;
    }
  }
  ontext(start: number, end: number): void {
    this.text(this.source.slice(start, end));
  }
  ontextentity(codepoint: number): void {
    this.text(String.fromCodePoint(codepoint));
  }
  oncdata(start: number, end: number, endOffset: number): void {
    this.text(this.source.slice(start, end - endOffset));
  }
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}
}

export function parseXml(source: string): PageElement {
  const builder = new XmlBuilder(source);
  const tokenizer = new Tokenizer({ xmlMode: true, decodeEntities: true }, builder);
  tokenizer.write(source);
  tokenizer.end();
  return builder.root;
}
