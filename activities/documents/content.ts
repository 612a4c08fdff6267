import type { PageMetadata } from '../../contracts/results/page.ts';

/** What a reader makes of a document. The converter for pages turns the HTML into whatever was asked for. */
export interface DocumentContent {
  html: string;
  metadata: Partial<PageMetadata>;
  /** What was left out. */
  warning?: string;
}
