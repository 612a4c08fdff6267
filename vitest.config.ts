import { defineConfig } from 'vitest/config';

/**
 * Generous, for machines that are busy with other things. Where nobody watches, a test of real processes that fails is
 * tried again before it counts, and the report says so; at home it fails at once.
 */
const slowest = { testTimeout: 60_000, hookTimeout: 180_000, retry: process.env['CI'] ? 2 : 0 };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'parts',
          include: ['test/{contracts,runtime,activities,storage,replay,gateway,workers,workflows,docs}/**/*.test.ts'],
          ...slowest,
        },
      },
      {
        // Against the real stack, which the files share: one at a time, since some of them kill parts of it.
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/support/stack.ts'],
          fileParallelism: false,
          ...slowest,
        },
      },
      {
        // Minutes of faults on a stack of its own: `npm run test:chaos`.
        test: {
          name: 'chaos',
          include: ['test/chaos/**/*.test.ts'],
          globalSetup: ['test/support/stack.ts'],
          fileParallelism: false,
          ...slowest,
          testTimeout: 1_200_000,
        },
      },
      // These start stacks of their own, the long ones several.
      { test: { name: 'deploy', include: ['test/deploy/**/*.test.ts'], fileParallelism: false, ...slowest } },
      { test: { name: 'long', include: ['test/long/**/*.test.ts'], fileParallelism: false, ...slowest } },
    ],
  },
});
