import { consentVendors } from '../../egress/rendering/consentVendors.ts';
import type { PageElement } from '../tree/nodes.ts';

const ids = new Set(consentVendors.flatMap((vendor) => vendor.ids ?? []));
const idPrefixes = consentVendors.flatMap((vendor) => vendor.idPrefixes ?? []);
const classes = new Set(consentVendors.flatMap((vendor) => vendor.classes ?? []));
/** A vendor's class on one of these is about the page, not a dialog. */
const pageNames = new Set(['html', 'body', 'main', 'article']);

/** Whether an element is the consent dialog of a known vendor. What a page writes about cookies itself is content. */
export function isConsentDialog({ name, attribs }: PageElement): boolean {
  const id = attribs['id'];
  const label = attribs['class'];
  if ((id === undefined && label === undefined) || pageNames.has(name)) return false;
  if (id !== undefined && (ids.has(id) || idPrefixes.some((prefix) => id.startsWith(prefix)))) return true;
  return label?.split(/\s+/, 20).some((word) => classes.has(word)) ?? false;
}
