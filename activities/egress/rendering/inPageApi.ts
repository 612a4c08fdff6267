/** What the script in the page is given, and what it answers. */

export interface FrameContent {
  html: string;
  baseUrl: string;
}

export type SerializedDocument = FrameContent | { isTooLarge: true };

export interface ScrollLimits {
  maxSteps: number;
  /** In pixels. */
  maxHeight: number;
  timeoutMs: number;
}

export interface ScrollPosition {
  steps: number;
  /** Whether there is more to see below, within the limits. */
  hasMore: boolean;
}
