/**
 * Loaded before a compiled process, so that its stack traces name the lines of the sources. Not by --enable-source-maps,
 * which is inherited by the thread that runs workflows: the SDK takes a stack trace of each of their promises there, and
 * looking each up in the map of the whole bundle took more time than the workflows did.
 */
import { isMainThread } from 'node:worker_threads';

if (isMainThread) process.setSourceMapsEnabled(true);
