import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keyFileIn, readOrCreateKeyFile } from '../../../runtime/secrets/keyFile.ts';
import { openKeyring } from '../../../runtime/secrets/openKeyring.ts';
import { readSettings } from '../../../runtime/settings.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sightread-keys-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe('the keys of a data folder', () => {
  it('are created at the first start, readable by the owner only, and stay the same', () => {
    const created = readOrCreateKeyFile(home);
    expect(created).toMatch(/^1:[0-9a-f]{64}$/);
    expect(statSync(keyFileIn(home)).mode & 0o777).toBe(0o600);
    expect(readOrCreateKeyFile(home)).toBe(created);
  });

  it('are the same for processes that start at once', async () => {
    const module = new URL('../../../runtime/secrets/keyFile.ts', import.meta.url).href;
    const script = `const { readOrCreateKeyFile } = await import('${module}'); console.log(readOrCreateKeyFile(process.argv[1]))`;
    const outputs = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script, home]);
        const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
        return output.trim();
      }),
    );
    expect(outputs[0]).toMatch(/^1:[0-9a-f]{64}$/);
    expect(new Set(outputs).size).toBe(1);
    expect(readdirSync(home)).toEqual(['secrets.keys']);
  });

  it('are used where SECRETS_KEYS is not set', () => {
    const sealed = openKeyring(readSettings({ SIGHTREAD_HOME: home })).seal('records', Buffer.from('x'));
    const SECRETS_KEYS = readOrCreateKeyFile(home);
    expect(openKeyring(readSettings({ SECRETS_KEYS })).open('records', sealed).toString()).toBe('x');
  });

  it('refuse to start where the file is damaged, without quoting it', () => {
    writeFileSync(keyFileIn(home), 'half a key');
    const open = () => openKeyring(readSettings({ SIGHTREAD_HOME: home }));
    expect(open).toThrow(/SECRETS_KEYS is not set, and the key in SIGHTREAD_HOME cannot be used: must be keys/);
    expect(open).not.toThrow(/half a key/);
  });
});

describe('SECRETS_KEYS', () => {
  it.each([
    ['no id', 'a'.repeat(40)],
    ['a short secret', '1:abc'],
    ['an id twice', `1:${'a'.repeat(32)},1:${'b'.repeat(32)}`],
  ])('is refused with %s', (_, SECRETS_KEYS) => {
    expect(() => readSettings({ SECRETS_KEYS })).toThrow(/SECRETS_KEYS must/);
    expect(() => readSettings({ SECRETS_KEYS })).not.toThrow(SECRETS_KEYS);
  });
});
