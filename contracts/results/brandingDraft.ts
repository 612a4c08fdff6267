/** A profile before the language model has been asked: what it is told, and what each of its choices would mean. */
import type { BrandingProfile, Component } from './branding.ts';

/** Numbered candidates that were seen on the page, and some of the page's words. */
export interface Brief {
  url: string;
  colors: { hex: string; reasons: string[] }[];
  buttons: { background: string; textColor: string; label: string; score: number }[];
  logos: { alt: string; names: string; place: string; size: string }[];
  fonts: string[];
  words: string;
}

/** What the candidates of the same numbers would put into the profile. */
export interface Offers {
  buttons: Component[];
  logos: { url: string; alt: string }[];
}

export interface OpenChoice {
  brief: Brief;
  offers: Offers;
  /** What is to be said whatever the model answers. */
  warning?: string;
}

/** A picture that was seen on the page, with the address it had there and as a `data:` address that holds it. */
export interface Picture {
  url: string;
  data: string;
}

export interface StoredProfile {
  profile: BrandingProfile;
  warning?: string;
  /** Of the likeliest logos, for the sheet that the dashboard shows; not part of the API's answer. */
  pictures?: Picture[];
  /** Gone once the model has chosen. */
  open?: OpenChoice;
}
