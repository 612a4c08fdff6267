/** While the image is built: the workflows in one file, for the workers of all containers. */
import { register } from 'tsx/esm/api';

register();
const { bundleWorkflows } = await import('../../workers/bundle.ts');
const place = process.argv[2] ?? 'workflow-bundle.js';
await bundleWorkflows(place);
await bundleWorkflows(place, { traced: true });
