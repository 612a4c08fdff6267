/** The seed of this run, which the names of the tests show. */
export const seed = Number(process.env['CHAOS_SEED'] ?? Date.now() % 1_000_000);
