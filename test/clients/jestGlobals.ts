/** What the suite of the JavaScript client imports from Jest. */
export { beforeAll, describe, expect, test } from 'vitest';
