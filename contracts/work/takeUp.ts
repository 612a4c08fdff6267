/**
 * Work that a caller waits for starts within this time or never: a caller that was answered 503 may try again without
 * paying for the first attempt as well.
 */
export const takeUpTimeoutMs = 25_000;
export const notTakenUp = 'No worker took this up in time; please try again.';
