/** Downloads the Temporal development server and prints its path. The library downloads it only when it starts one. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { TestWorkflowEnvironment } from '@temporalio/testing';

const [folder] = process.argv.slice(2);
const downloadDir = String(folder);
const executable = { type: /** @type {const} */ ('cached-download'), downloadDir, version: 'v1.5.1' };
const environment = await TestWorkflowEnvironment.createLocal({ server: { executable } });
await environment.teardown();
const name = readdirSync(downloadDir).find((each) => each.startsWith('temporal'));
if (!name) throw new Error('nothing was downloaded');
console.log(join(downloadDir, name));
