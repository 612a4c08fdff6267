import { append, detach, moveChildren, unwrap } from './edit.ts';
import { findAll, following, isElement, type PageElement, type PageNode } from './nodes.ts';

/** A shadow root in HTML: `<template shadowrootmode="open">`, as sites write it and as the browser hands it to us. */
function isShadowRoot({ name, attribs }: PageElement): boolean {
  return name === 'template' && /^(?:open|closed)$/i.test(attribs['shadowrootmode'] ?? '');
}

/** The slots of a shadow tree, without those of the shadow trees inside it. */
function slotsOf(host: PageElement): PageElement[] {
  const slots: PageElement[] = [];
  for (let node = following(host, host); node; ) {
    const into = !isElement(node) || node.name !== 'template';
    if (isElement(node) && node.name === 'slot') slots.push(node);
    node = following(node, host, into);
  }
  return slots;
}

/** Moves the children of a host into the slots of its shadow tree. A child without a slot is not displayed. */
function assign(children: readonly PageNode[], slots: readonly PageElement[]): void {
  const byName = new Map<string, PageElement>();
  for (const slot of slots) if (!byName.has(slot.attribs['name'] ?? '')) byName.set(slot.attribs['name'] ?? '', slot);
  const filled = new Set<PageElement>();
  for (const child of children) {
    const slot = byName.get(isElement(child) ? (child.attribs['slot'] ?? '') : '');
    if (!slot) continue;
    if (!filled.has(slot)) for (const fallback of slot.childNodes) detach(fallback);
    filled.add(slot);
    append(slot, child);
  }
}

/**
 * Puts shadow trees in the place of their hosts' children, as a browser displays them: each child in its slot, and the
 * content of a slot itself where nothing is assigned to it. Takes linear time, because each slot is in one shadow tree.
 */
export function composeShadowRoots(root: PageElement): void {
  const hosts = new Set<PageElement>();
  const slots: PageElement[] = [];
  for (const template of findAll(root, isShadowRoot)) {
    const host = template.parent;
    if (!host || hosts.has(host)) continue;
    hosts.add(host);
    const children = host.childNodes.filter((child) => child !== template);
    for (const child of children) detach(child);
    detach(template);
    moveChildren(template, host);
    const own = slotsOf(host);
    assign(children, own);
    for (const slot of own) slots.push(slot);
  }
  // Only now: a slot that is itself a child of a host is assigned by its own `slot` attribute.
  for (const slot of slots) if (slot.parent) unwrap(slot);
}
