import { expect, test } from 'vitest';
import { greeting } from '../../deploy/local/commands/greeting.ts';
import { readPorts } from '../../deploy/local/servers/ports.ts';
import { silentTerminal } from '../../deploy/local/terminal.ts';

function words(readyMessage: unknown, env: NodeJS.ProcessEnv = {}) {
  return greeting({
    home: '/data',
    ports: readPorts({}),
    temporalUi: true,
    env,
    readyMessage,
    paint: silentTerminal.paint,
  });
}

test('on a later start the key is the reader’s to fill in', () => {
  const later = words({ type: 'ready' });
  expect(later).toContain('curl -s http://localhost:3000/v1/credits -H "Authorization: Bearer $SIGHTREAD_KEY"');
  expect(later).not.toContain('first start');
});

test('a key that was set by hand is used on every start', () => {
  expect(words({ type: 'ready' }, { BOOTSTRAP_SECRET_KEY: 'sr_mine' })).toContain('Bearer sr_mine"');
});

test('addresses are those under which callers reach it', () => {
  expect(words({ type: 'ready' }, { PUBLIC_URL: 'https://read.example/' })).toContain('https://read.example/v1/docs');
});
