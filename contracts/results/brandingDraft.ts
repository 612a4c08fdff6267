import type { BrandingProfile, Component } from './branding.ts';

/** What the language model is told: numbered candidates from the page, and some of the page's words. */
export interface Brief {
  url: string;
  colors: { hex: string; reasons: string[] }[];
  buttons: { background: string; textColor: string; label: string; score: number }[];
  logos: { alt: string; names: string; place: string; size: string }[];
  fonts: string[];
  words: string;
}

/** What each candidate of the brief, by the same number, would put into the profile. */
export interface Offers {
  buttons: Component[];
  logos: { url: string; alt: string }[];
}

/** A choice that the language model has yet to make. */
export interface PendingChoice {
  brief: Brief;
  offers: Offers;
  /** Stays in the profile whatever the model answers. */
  warning?: string;
}

/** A picture on the page: its URL there, and the picture itself as a `data:` URL. */
export interface LogoPicture {
  url: string;
  data: string;
  /** Absent in profiles of earlier versions. */
  inks?: InkColor[];
}

/** A color that a picture is drawn in, and its share of what is drawn. */
export interface InkColor {
  hex: string;
  share: number;
}

export interface StoredProfile {
  profile: BrandingProfile;
  warning?: string;
  /** The likeliest logos, for the dashboard's brand sheet; not part of the API's answer. */
  pictures?: LogoPicture[];
  /** Absent once the model has chosen. */
  open?: PendingChoice;
}
