/** What the stack knows about a program it needs: where to look for it, and how to install it. */
import type { Terminal } from '../terminal.ts';
import type { Cache } from './cache.ts';

export interface ProvisionDeps {
  readonly cache: Cache;
  readonly terminal: Terminal;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal | undefined;
}

export interface BinarySpec {
  readonly title: string;
  /** Tells the user what to do when every installer fails. */
  readonly manualFix: string;
  /** Commands or paths to try, in order of preference. */
  candidates(deps: ProvisionDeps): readonly string[] | Promise<readonly string[]>;
  /** Arguments that print the version; default `--version`. */
  readonly versionArgs?: readonly string[];
  /** Extracts the version from the printed text; undefined when the stack cannot use that version. */
  parseVersion(printed: string): string | undefined;
  /** Tried in this order until one succeeds. */
  readonly installers: readonly Installer[];
}

interface Installer {
  /** Completes "MongoDB: …". */
  readonly title: string;
  /** Shown while the installer runs. */
  readonly durationNote?: string;
  readonly requiredBytes: number;
  /** `scratch` is an empty folder on the cache's disk. Returns the path of the installed binary. */
  install(deps: ProvisionDeps, scratch: string): Promise<string>;
}
