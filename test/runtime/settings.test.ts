import { describe, expect, it } from 'vitest';
import { readSettings, SettingsProblems } from '../../runtime/settings.ts';

describe('readSettings', () => {
  it('has a default for every required setting', () => {
    expect(readSettings({})).toMatchObject({
      PORT: 3000,
      IMAGE_PORT: 3001,
      LOG_LEVEL: 'info',
      CHROMIUM_PATH: undefined,
    });
  });

  it('treats an empty value as unset', () => {
    expect(readSettings({ PORT: '', CHROMIUM_PATH: '  ' })).toMatchObject({ PORT: 3000, CHROMIUM_PATH: undefined });
  });

  it('reports all problems at once, each with the name, the rule and the value', () => {
    const read = () =>
      readSettings({ PORT: '70000', MONGODB_URI: 'postgres://x', LOG_LEVEL: 'loud', EGRESS_ALLOW: '10.0.0.0/99' });
    expect(read).toThrow(SettingsProblems);
    for (const words of [
      'PORT must be a whole number from 1 to 65535 (it is "70000")',
      'MONGODB_URI must be a mongodb:// or mongodb+srv:// address',
      'LOG_LEVEL must be one of trace, debug',
      'EGRESS_ALLOW',
    ]) {
      expect(read).toThrow(words);
    }
  });
});
