import type { ThroughProxies } from '../egress/proxies/throughProxies.ts';
import type { ReadPage } from './readPage.ts';

/** Reads each page through a proxy that its options allow. */
export function withProxies(read: ReadPage, throughProxies: ThroughProxies): ReadPage {
  return (page) => throughProxies(page.options, (proxy) => read({ ...page, ...(proxy && { proxy }) }));
}
