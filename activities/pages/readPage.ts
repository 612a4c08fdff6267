import type { ProxyServer } from '../../contracts/egress/proxies.ts';
import type { PageOptions } from '../../contracts/requests/pageOptions.ts';
import type { UploadedFile } from '../../contracts/work/pages.ts';
import type { ItemToSettle } from '../../storage/packedContent.ts';
import type { Validators } from '../../storage/pageRecord.ts';
import type { PageLook } from '../egress/pageLook.ts';
import type { Packing } from './conversion.ts';

export interface PageToRead {
  account: string;
  /** Whose page it is, where there is one. */
  job?: string;
  url: string;
  options: PageOptions;
  signal: AbortSignal;
  /** Through which the site is connected to; directly if it is absent. */
  proxy?: ProxyServer;
  /** Why the page is read in the browser. */
  reason?: string;
  /** The validators of a cached copy, which let the site answer 304 Not Modified. */
  validators?: Validators;
  /** The content is only stored, so it may come packed. */
  packing?: Packing | undefined;
  /** In place of what is at the URL. */
  file?: UploadedFile;
  /** What else is read from the page while the browser has it open. */
  look?: PageLook;
}

/** A page's item, with its price where that is not the usual one; or, in `render`, the reason why it needs the browser; or that the cached copy is still current. */
export type ReadOutcome =
  | { item: ItemToSettle; validators?: Validators; credits?: number }
  | { render: string }
  | { notModified: true };

export type ReadPage = (page: PageToRead) => Promise<ReadOutcome>;
