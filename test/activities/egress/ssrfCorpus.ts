/** URLs to refuse and to allow. The folder is outside the repository; without it the tests that need it are skipped. */
export const corpus = new URL('../../../../shared/corpus/egress/', import.meta.url);
