/** The file that keeps the credentials of the first account until they have been shown. */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** What the very first start creates; shown once. */
export interface FirstStart {
  readonly email: string;
  readonly password: string;
  readonly secretKey: string;
  readonly publishableKey: string;
}

interface FirstKeysFile {
  /** Undefined if there is no file, or none that can be used. */
  read(): FirstStart | undefined;
  write(credentials: FirstStart): void;
  remove(): void;
}

/** Without a path nothing is kept: in a container the gateway's log shows the credentials at once. */
export function openFirstKeysFile(path: string | undefined): FirstKeysFile {
  if (path === undefined) return { read: () => undefined, write: () => {}, remove: () => {} };
  return {
    read: () => parse(path),
    write(credentials) {
      const temporary = `${path}.new`;
      const file = openSync(temporary, 'w', 0o600);
      writeFileSync(file, `${JSON.stringify(credentials, undefined, 2)}\n`);
      fsyncSync(file);
      closeSync(file);
      renameSync(temporary, path);
    },
    remove: () => rmSync(path, { force: true }),
  };
}

function parse(path: string): FirstStart | undefined {
  try {
    const { email, password, secretKey, publishableKey } = JSON.parse(readFileSync(path, 'utf8'));
    const isComplete = [email, password, secretKey, publishableKey].every((each) => typeof each === 'string');
    return isComplete ? { email, password, secretKey, publishableKey } : undefined;
  } catch {
    return undefined;
  }
}
