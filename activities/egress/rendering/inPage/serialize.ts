import type { FrameContent, SerializedDocument } from '../inPageApi.ts';
import { attributesOf, childNodesOf, page, shadowRootOf, tagOf } from './unclobbered.ts';

const voidNames = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const rawTextNames = new Set('script style xmp iframe noembed noframes plaintext noscript'.split(' '));

/**
 * The HTML of the document. Its shadow roots become `<template shadowrootmode>`, and the documents of frames become
 * their `srcdoc`. A document without these is serialized by the browser itself, which is much faster.
 */
export function serialize(maxBytes: number, frames: readonly FrameContent[], ...owners: Element[]): SerializedDocument {
  const contents = new Map(owners.map((owner, at) => [owner, frames[at]]));
  const { doctype, documentElement, baseURI: baseUrl } = page;
  const prefix = doctype ? new XMLSerializer().serializeToString(doctype) : '';
  if (contents.size === 0 && !hasShadowRoot(documentElement))
    return { html: `${prefix}${documentElement.outerHTML}`, baseUrl };
  const html = new Writer(maxBytes, contents).write(documentElement);
  return html === undefined ? { isTooLarge: true } : { html: `${prefix}${html}`, baseUrl };
}

function hasShadowRoot(root: Element): boolean {
  const walker = page.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
  for (let element: Node | null = root; element; element = walker.nextNode())
    if (element instanceof Element && shadowRootOf(element)) return true;
  return false;
}

/** A node whose start is still to be written, or text that is to be written as it is. */
type Step = Node | string;

/** Without recursion, because a page can nest its elements, and its shadow roots, as deep as it likes. */
class Writer {
  private readonly parts: string[] = [];
  private length = 0;
  /** What is still to be written, the next step last. */
  private readonly steps: Step[] = [];

  constructor(
    private readonly maxBytes: number,
    private readonly frames: ReadonlyMap<Element, FrameContent | undefined>,
  ) {}

  /** Undefined if the HTML is larger than `maxBytes`. */
  write(root: Element): string | undefined {
    this.steps.push(root);
    for (let step = this.steps.pop(); step !== undefined; step = this.steps.pop()) {
      if (typeof step === 'string') this.add(step);
      else if (step instanceof Element) this.addElement(step);
      else if (step instanceof Text) this.addText(step);
      if (this.length > this.maxBytes) return undefined;
    }
    return this.parts.join('');
  }

  private add(text: string): void {
    this.parts.push(text);
    // A node counts even if it is empty, because a page can have any number of them.
    this.length += text.length + 1;
  }

  private addText(text: Text): void {
    const isRaw = text.parentElement !== null && rawTextNames.has(tagOf(text.parentElement));
    this.add(isRaw ? text.data : escapeHtml(text.data));
  }

  private addElement(element: Element): void {
    const frame = this.frames.get(element);
    if (frame) {
      const content = `<base href="${escapeHtml(frame.baseUrl)}">${frame.html}`;
      this.add(`<iframe${attributesIn(element, frameAttributes)} srcdoc="${escapeHtml(content)}"></iframe>`);
      return;
    }
    // A frameset cannot be in a body, and a page without a body has no text.
    const tag = tagOf(element);
    const name = tag === 'frameset' ? 'div' : tag;
    this.add(`<${name}${attributesIn(element)}>`);
    if (element.namespaceURI === 'http://www.w3.org/1999/xhtml' && voidNames.has(name)) return;
    this.steps.push(`</${name}>`);
    const root = shadowRootOf(element);
    const isManual = root?.slotAssignment === 'manual';
    if (!isManual) this.pushAll(childrenOf(element));
    if (!root) return;
    this.steps.push('</template>');
    this.pushAll(childNodesOf(root));
    this.steps.push('<template shadowrootmode="open">');
  }

  private pushAll(nodes: Iterable<Node>): void {
    for (const node of [...nodes].reverse()) this.steps.push(node);
  }
}

/** What scripts have assigned to a slot takes its place, because HTML cannot say it. */
function childrenOf(element: Element): Iterable<Node> {
  if (element instanceof HTMLTemplateElement) return childNodesOf(element.content);
  if (!(element instanceof HTMLSlotElement)) return childNodesOf(element);
  const root = element.getRootNode();
  const isManual = root instanceof ShadowRoot && root.slotAssignment === 'manual';
  const assigned = isManual ? element.assignedNodes() : [];
  return assigned.length > 0 ? assigned : childNodesOf(element);
}

/** The frame's own size and source mean nothing once its content is in place. */
const frameAttributes = new Set(['id', 'class', 'title', 'name', 'style', 'hidden', 'aria-hidden', 'role', 'slot']);

function attributesIn(element: Element, only?: ReadonlySet<string>): string {
  let text = '';
  for (const { name, value } of attributesOf(element))
    if (!only || only.has(name)) text += ` ${name}="${escapeHtml(value)}"`;
  return text;
}

function escapeHtml(text: string): string {
  return /[&<>"\u00a0]/.test(text)
    ? text
        .replace(/&/g, '&amp;')
        .replace(/\u00a0/g, '&nbsp;')
        .replace(/</g, '&lt;')
        .replace(/>/g, '&gt;')
        .replace(/"/g, '&quot;')
    : text;
}

/** Whether each frame is large enough to be read; frames for tracking are not. */
export function areReadable(...owners: Element[]): boolean[] {
  const minSize = 40;
  return owners.map((owner) => {
    const { width, height } = owner.getBoundingClientRect();
    return width >= minSize && height >= minSize && owner.checkVisibility({ visibilityProperty: true });
  });
}
