import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { projectRoot } from '../project.ts';

/** Has a process of its own bundle compiled sources for the next start, so that this one does not wait for it. */
export function bundleInBackground(compiled: string): void {
  const script = fileURLToPath(new URL('./background.mjs', import.meta.url));
  const options = { cwd: projectRoot, detached: true, stdio: 'ignore' } as const;
  spawn(process.execPath, [script, projectRoot, compiled], options).unref();
}
