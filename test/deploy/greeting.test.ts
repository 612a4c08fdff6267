import { describe, expect, it } from 'vitest';
import { greeting } from '../../deploy/local/commands/greeting.ts';
import { readPorts } from '../../deploy/local/servers/ports.ts';
import { silentTerminal } from '../../deploy/local/terminal.ts';

function greetingFor(readyMessage: unknown, env: NodeJS.ProcessEnv = {}) {
  return greeting({
    home: '/data',
    ports: readPorts({}),
    hasTemporalUi: true,
    env,
    readyMessage,
    paint: silentTerminal.paint,
  });
}

describe('the greeting of npm start', () => {
  it('has a variable in place of the key on a later start', () => {
    const later = greetingFor({ type: 'ready' });
    expect(later).toContain('curl -s http://localhost:3000/v1/credits -H "Authorization: Bearer $SIGHTREAD_KEY"');
    expect(later).not.toContain('first start');
  });

  it('has the key from BOOTSTRAP_SECRET_KEY on every start', () => {
    expect(greetingFor({ type: 'ready' }, { BOOTSTRAP_SECRET_KEY: 'sr_mine' })).toContain('Bearer sr_mine"');
  });

  it.each([
    ['127.0.0.1', 'http://localhost:3000/v1', false],
    ['0.0.0.0', 'http://localhost:3000/v1', true],
    ['192.0.2.1', 'http://192.0.2.1:3000/v1', true],
    ['2001:db8::1', 'http://[2001:db8::1]:3000/v1', true],
  ])('has addresses that lead to HOST=%s, and says whether other machines reach it', (HOST, address, isOpen) => {
    const text = greetingFor({ type: 'ready' }, { HOST });
    expect(text).toContain(`curl -s ${address}/scrape`);
    expect(text.includes('other machines can reach it')).toBe(isOpen);
  });

  it('has the addresses of PUBLIC_URL', () => {
    const text = greetingFor({ type: 'ready' }, { PUBLIC_URL: 'https://read.example/' });
    expect(text).toContain('https://read.example/v1/docs');
  });
});
