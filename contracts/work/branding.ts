import type { BrandingField } from '../requests/branding.ts';
import type { JobWork } from './context.ts';

/** The input of `branding` and of its activities. */
export interface BrandingWork extends JobWork {
  readonly url: string;
  /** Empty means all of them. */
  readonly fields: readonly BrandingField[];
}
