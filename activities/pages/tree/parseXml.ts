import { Tokenizer } from 'htmlparser2';
import { append } from './edit.ts';
import { PageElement, PageText } from './nodes.ts';
import { maxDepth } from './openElements.ts';
import { TokenReader } from './tokenReader.ts';

/** Builds a tree from XML with mistakes in it: no DTD, and no entities but XML's own five and numeric ones. */
class XmlBuilder extends TokenReader {
  readonly root = new PageElement('#document', {});
  private readonly stack: PageElement[] = [this.root];
  /** How many elements are open beyond `maxDepth`: they are in the tree, but not on the stack. */
  private flattened = 0;

  private get current(): PageElement {
    return this.stack[this.stack.length - 1] ?? this.root;
  }

  protected normalizeName(name: string): string {
    return name;
  }

  protected addAttribute(name: string, value: string): void {
    this.attribs[name] = value;
  }

  protected openTag(selfClosing: boolean): void {
    const element = new PageElement(this.name, this.attribs);
    append(this.current, element);
    if (selfClosing) return;
    if (this.stack.length >= maxDepth) this.flattened++;
    else this.stack.push(element);
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

  protected addText(data: string): void {
    const { last } = this.current;
    if (last?.nodeType === 3) last.data += data;
    else append(this.current, new PageText(data));
  }

  oncdata(start: number, end: number, endOffset: number): void {
    this.addText(this.source.slice(start, end - endOffset));
  }
}

export function parseXml(source: string): PageElement {
  const builder = new XmlBuilder(source);
  const tokenizer = new Tokenizer({ xmlMode: true, decodeEntities: true }, builder);
  tokenizer.write(source);
  tokenizer.end();
  return builder.root;
}
