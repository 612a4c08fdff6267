import { defineConfig } from 'vitest/config';

const slowest = { testTimeout: 60_000, hookTimeout: 180_000 };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'parts',
          include: ['test/{contracts,activities,storage,replay,gateway,workers,docs}/**/*.test.ts'],
          ...slowest,
        },
      },
      {
        // Against the real stack, which the files share: one at a time, since some of them kill parts of it.
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/e2e/stack.ts'],
          fileParallelism: false,
          ...slowest,
        },
      },
      // These start stacks of their own.
      { test: { name: 'deploy', include: ['test/deploy/**/*.test.ts'], fileParallelism: false, ...slowest } },
    ],
  },
});
