/** The processes of `npm start`, and the operators' command line, which run from a bundle. */

/**
 * @typedef {object} BundledProcess
 * @property {string} source the compiled file that it begins with
 * @property {readonly string[]} flags of Node
 * @property {readonly string[]} args with which everything is loaded that it may need at a start
 */

/**
 * Gateway and workers create much short-lived garbage. By default V8 lets a heap grow to three times the live objects
 * before it collects: 400 MB instead of 250 in a gateway under a load of distinct images, which is no faster for it, and
 * 600 instead of 400 in a worker that reads a batch of 100,000 pages, whose threads have a heap each. Growth by a third
 * is too little for a gateway: each poll allocates its answer, and took a quarter less CPU with twice that. A worker's
 * old objects are few: growth by 30 % instead of 50 saves 10 MB of its main heap, and its pauses grow by 0.01 ms a page.
 *
 * Half the default for the youngest objects saves 35 MB in a worker and costs a conversion some percent of CPU; a quarter
 * costs a fifth, and a gateway a fifth of its cached images.
 */
const gatewayFlags = ['--heap-growing-percent=60', '--max-semi-space-size=8'];
const workerFlags = ['--heap-growing-percent=30', '--max-semi-space-size=8'];

export const bundledProcesses = /** @satisfies {Record<string, BundledProcess>} */ ({
  gateway: { source: 'gateway/main.js', flags: gatewayFlags, args: [] },
  worker: { source: 'workers/main.js', flags: workerFlags, args: ['--queues', 'flow,fetch,browser,image,model'] },
  start: { source: 'deploy/local/commands/start.js', flags: [], args: [] },
  sightread: { source: 'deploy/local/commands/sightread.js', flags: [], args: [] },
});

/** @typedef {keyof typeof bundledProcesses} BundledProcessName */
