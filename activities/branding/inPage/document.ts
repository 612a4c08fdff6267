/**
 * The document, read past its own names: `<img name="body">` or `<input name="attributes">` would otherwise stand
 * where the browser's own property is expected, in this world too.
 */
export const page: Document = new Proxy(document, {
  get(_, name) {
    const value: unknown = Reflect.get(Document.prototype, name, document);
    return typeof value === 'function' ? value.bind(document) : value;
  },
});

export const childrenOf = (parent: Element | ShadowRoot): HTMLCollection =>
  Reflect.get(parent instanceof ShadowRoot ? DocumentFragment.prototype : Element.prototype, 'children', parent);
export const tagOf = (element: Element): string => Reflect.get(Element.prototype, 'localName', element);
export const attributesOf = (element: Element): NamedNodeMap => Reflect.get(Element.prototype, 'attributes', element);
