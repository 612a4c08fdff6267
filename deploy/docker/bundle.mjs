/** Bundles the workflows during the image build, without and with tracing. */
import { register } from 'tsx/esm/api';

register();
const { bundleWorkflows } = await import('../../workers/bundle.ts');
const path = process.argv[2] ?? 'workflow-bundle.js';
await bundleWorkflows(path);
await bundleWorkflows(path, { traced: true });
