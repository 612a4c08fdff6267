/** Addresses to refuse and to allow, kept beside the project; tests that need them skip where they are absent. */
export const corpus = new URL('../../../../shared/corpus/egress/', import.meta.url);
