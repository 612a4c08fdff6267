/**
 * The document without DOM clobbering: `<img name="body">` or `<input name="attributes">` would otherwise hide the
 * property of that name, in the isolated world too.
 */
export const page: Document = new Proxy(document, {
  get(_, name) {
    const value: unknown = Reflect.get(Document.prototype, name, document);
    return typeof value === 'function' ? value.bind(document) : value;
  },
});

export function childrenOf(parent: Element | ShadowRoot): HTMLCollection {
  return Reflect.get(parent instanceof ShadowRoot ? DocumentFragment.prototype : Element.prototype, 'children', parent);
}

export function tagOf(element: Element): string {
  return Reflect.get(Element.prototype, 'localName', element);
}

export function childNodesOf(node: Node): NodeListOf<ChildNode> {
  return Reflect.get(Node.prototype, 'childNodes', node);
}

export function shadowRootOf(element: Element): ShadowRoot | null {
  return Reflect.get(Element.prototype, 'shadowRoot', element);
}

export function attributesOf(element: Element): NamedNodeMap {
  return Reflect.get(Element.prototype, 'attributes', element);
}
