/** Part of the image build: compiles the sources into `dist`, and bundles the workflows, without and with tracing. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compile } from '../build/compile.mjs';

const target = resolve('dist');
await compile(resolve('.'), target);

/** @param {string} file */
function compiled(file) {
  return import(pathToFileURL(resolve(target, file)).href);
}
const { bundleWorkflows } = await compiled('workers/bundle.js');
const { tracedBundle } = await compiled('workers/tracedBundle.js');
const bundle = resolve(target, 'workflow-bundle.js');
await bundleWorkflows(bundle, { traced: false });
await bundleWorkflows(tracedBundle(bundle), { traced: true });
