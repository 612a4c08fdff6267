/**
 * Runs before the scripts of a page, in their world. Closed shadow roots are created open, so that they can be read from
 * an isolated world; to the page's scripts they look closed.
 */
const { apply } = Reflect;
const { create } = Object;
const closedRoots = new WeakSet<object>();
const isClosedRoot = closedRoots.has.bind(closedRoots);
const addClosedRoot = closedRoots.add.bind(closedRoots);

// A proxy of a native function prints as one, so that scripts which compare functions see no difference.
Element.prototype.attachShadow = new Proxy(Element.prototype.attachShadow, {
  apply(attachShadow, host, [init]: [ShadowRootInit]) {
    if (init?.mode !== 'closed') return apply(attachShadow, host, [init]);
    const root = apply(attachShadow, host, [create(init, { mode: { value: 'open' } })]);
    addClosedRoot(root);
    return root;
  },
});

function replaceGetter(owner: object, name: string, value: (actual: unknown, owner: object) => unknown): void {
  const property = Object.getOwnPropertyDescriptor(owner, name);
  if (!property?.get) return;
  const get = new Proxy(property.get, {
    apply: (getter, target: object) => value(apply(getter, target, []), target),
  });
  Object.defineProperty(owner, name, { ...property, get });
}

replaceGetter(Element.prototype, 'shadowRoot', (root) =>
  typeof root === 'object' && root !== null && isClosedRoot(root) ? null : root,
);
replaceGetter(ShadowRoot.prototype, 'mode', (mode, root) => (isClosedRoot(root) ? 'closed' : mode));
