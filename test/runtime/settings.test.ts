import { describe, expect, it } from 'vitest';
import { readSettings, SettingsProblems } from '../../runtime/settings.ts';

describe('settings', () => {
  it('have defaults for everything that is needed', () => {
    expect(readSettings({})).toMatchObject({
      PORT: 3000,
      IMAGE_PORT: 3001,
      LOG_LEVEL: 'info',
      CHROMIUM_PATH: undefined,
    });
  });

  it('count an empty value as unset', () => {
    expect(readSettings({ PORT: '', CHROMIUM_PATH: '  ' })).toMatchObject({ PORT: 3000, CHROMIUM_PATH: undefined });
  });

  it('report all problems at once, each with its name, what it should be and what it is', () => {
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
