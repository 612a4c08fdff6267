import { defineConfig } from 'vitest/config';
import { compiledSources } from './test/support/compiledSources.ts';

/** Generous, for machines that are busy with other things. */
const timeouts = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } };

/** Files share the modules that they load: loading takes longer than most tests. One that changes globals puts them back. */
const isolate = false;

/** Take seconds each, most of them because they need Chromium, child processes, network namespaces, a compiler or a timeout. */
const componentTests = [
  'test/replay/**/*.test.ts',
  'test/activities/egress/**/*.test.ts',
  'test/activities/branding/{capturePage,fixtureSites,logoPictures}.test.ts',
  'test/activities/crawl/mapSite.test.ts',
  'test/activities/extract/extractPool.test.ts',
  'test/activities/documents/{hostile,hostilePdf,scannedPdf}.test.ts',
  'test/activities/icons/{find,groundTruth,openGraph,renditions,services}.test.ts',
  'test/activities/icons/{decode,svg}/**/*.test.ts',
  'test/activities/pages/{converterPool,hostile}.test.ts',
  'test/docs/typeScript.test.ts',
  'test/gateway/calls/calls.test.ts',
  'test/gateway/images/edgeCounts.test.ts',
  'test/gateway/requestLog/requestLog.test.ts',
  'test/runtime/threads/pool.test.ts',
];

/** Against the real stack, which the files share: one at a time, since some of them kill parts of it. */
const onOneStack = {
  globalSetup: ['test/support/stack.ts'],
  setupFiles: ['test/support/readyStack.ts'],
  fileParallelism: false,
  // After those of other projects that are selected with them: vitest does not mix them with files that run side by side.
  sequence: { groupOrder: 1 },
  isolate,
  ...timeouts,
};

export default defineConfig({
  plugins: compiledSources(),
  test: {
    // By default one core stays free.
    maxWorkers: '100%',
    projects: [
      {
        // Seconds, without any server: `npm run test:unit`.
        extends: true,
        test: {
          name: 'unit',
          include: ['test/{contracts,client,runtime,activities,gateway,workers,workflows,docs}/**/*.test.ts'],
          exclude: componentTests,
          isolate,
          ...timeouts,
        },
      },
      { extends: true, test: { name: 'component', include: componentTests, isolate, ...timeouts } },
      {
        // Against one mongod, in which each file has a database of its own.
        extends: true,
        test: {
          name: 'storage',
          include: ['test/storage/**/*.test.ts'],
          globalSetup: ['test/support/mongod.ts'],
          isolate,
          ...timeouts,
        },
      },
      { extends: true, test: { name: 'e2e', include: ['test/e2e/**/*.test.ts'], ...onOneStack } },
      // What others bring, clients, suites and a model: `npm run test:conformance`.
      { extends: true, test: { name: 'conformance', include: ['test/conformance/**/*.test.ts'], ...onOneStack } },
      {
        // Minutes of faults on a stack of its own: `npm run test:chaos`.
        extends: true,
        test: {
          name: 'chaos',
          include: ['test/chaos/**/*.test.ts'],
          globalSetup: ['test/support/stack.ts'],
          fileParallelism: false,
          ...timeouts,
          testTimeout: 1_200_000,
        },
      },
      // These start stacks of their own, the long ones several.
      {
        extends: true,
        test: { name: 'deploy', include: ['test/deploy/**/*.test.ts'], fileParallelism: false, ...timeouts },
      },
      {
        extends: true,
        test: { name: 'long', include: ['test/long/**/*.test.ts'], fileParallelism: false, ...timeouts },
      },
    ],
  },
});
