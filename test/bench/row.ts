/** One figure of a bench: what was measured, and what it should be. */
export interface Row {
  what: string;
  measured: string;
  target: string;
  reached: boolean;
}
