import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { append } from './edit.ts';
import { PageElement, PageText } from './nodes.ts';
import { maxDepth } from './openElements.ts';

/**
 * Builds a tree from XML with mistakes in it: no DTD, and no entities but XML's own five and numeric ones. htmlparser2's
 * own `Parser` takes half a minute for a megabyte of unclosed tags, so only its tokenizer is used.
 */
class XmlBuilder implements TokenizerCallbacks {
  readonly root = new PageElement('#document', {});
  private readonly stack: PageElement[] = [this.root];
  /** How many elements are open beyond `maxDepth`: they are in the tree, but not on the stack. */
  private flattened = 0;
  /** The name and attributes of the tag that is being read. */
  private name = '';
  private attribs: Record<string, string> = {};
  private attribName = '';
  private attribValue = '';

  constructor(private readonly source: string) {}

  private get current(): PageElement {
    return this.stack[this.stack.length - 1] ?? this.root;
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
    // Setting `__proto__` would change the object instead of adding an attribute.
    if (this.attribName !== '__proto__') this.attribs[this.attribName] = this.attribValue;
  }

  onopentagend(): void {
    const element = this.onselfclosingtag();
    if (this.stack.length >= maxDepth) this.flattened++;
    else this.stack.push(element);
  }

  onselfclosingtag(): PageElement {
    const element = new PageElement(this.name, this.attribs);
    append(this.current, element);
    return element;
  }

  onclosetag(start: number, end: number): void {
    if (this.flattened > 0) {
      this.flattened--;
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
    this.addText(this.source.slice(start, end));
  }

  ontextentity(codepoint: number): void {
    this.addText(String.fromCodePoint(codepoint));
  }

  private addText(data: string): void {
    const { last } = this.current;
    if (last?.nodeType === 3) last.data += data;
    else append(this.current, new PageText(data));
  }

  oncdata(start: number, end: number, endOffset: number): void {
    this.addText(this.source.slice(start, end - endOffset));
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
