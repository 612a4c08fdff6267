import type { ImageKind, ImageParameters, Theme } from '../images/parameters.ts';

/** What `refreshIcon` is given: which source to find again, and what is waited for. */
export interface RefreshWork {
  readonly kind: ImageKind;
  readonly domain: string;
  readonly theme: Theme;
  /** Renditions to be made at once. */
  readonly wanted: readonly ImageParameters[];
}

/** What `renderImage` is given. */
export interface RenderWork {
  readonly domain: string;
  readonly parameters: ImageParameters;
}

/** The schedule that asks every site about once a week, and the workflow that it runs. */
export const sweepScheduleId = 'weekly-icon-refresh';

/** One refresh at a time for a source, however many ask for it. */
export const refreshId = ({ kind, domain, theme }: Pick<RefreshWork, 'kind' | 'domain' | 'theme'>) =>
  `refresh-${kind}-${domain}-${theme}`;

/** Where a rendition of a source is kept: a new source has new renditions. */
export const renditionName = (digest: string, { kind, size, format, retina }: ImageParameters): string =>
  `${digest}/${kind}-${size}-${format}-${retina ? '2x' : '1x'}`;
