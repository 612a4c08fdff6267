/** Bundles compiled sources with what the machine has to spare: `node deploy/local/bundles/background.mjs ROOT COMPILED`. */
import { constants, setPriority } from 'node:os';
import { ensureBundled } from './ensureBundled.mjs';

const [root = '', compiled = ''] = process.argv.slice(2);
setPriority(constants.priority.PRIORITY_LOW);
await ensureBundled(root, compiled);
