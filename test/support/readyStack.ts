/** Vitest's setup of each end-to-end file: a file before it may have killed a process that is still restarting. */
import { beforeAll } from 'vitest';
import { waitForStack } from './waitForStack.ts';

beforeAll(waitForStack);
