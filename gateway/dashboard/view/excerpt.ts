/** The beginning of a text that may be megabytes long. */
export interface Excerpt {
  text: string;
  /** How many characters are left out. */
  cut: number;
}

/** Longer texts are cut off in the dashboard; the API returns them whole. */
const maxLength = 60_000;

export function excerptOf(text: string): Excerpt {
  return { text: text.slice(0, maxLength), cut: Math.max(0, text.length - maxLength) };
}
