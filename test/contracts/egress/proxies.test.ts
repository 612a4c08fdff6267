import { describe, expect, it } from 'vitest';
import { namedProxy, parseProxyUrls, proxyProblem } from '../../../contracts/egress/proxies.ts';

describe('PROXY_URLS', () => {
  it('names proxies with their countries, or by their place', () => {
    expect(
      parseProxyUrls('Berlin/de=socks5://ann:p%40ss@10.0.0.5, http://proxy.example:8080 ,far=https://[::1]:8443/'),
    ).toEqual([
      {
        name: 'berlin',
        country: 'DE',
        protocol: 'socks5',
        host: '10.0.0.5',
        port: 1080,
        username: 'ann',
        password: 'p@ss',
      },
      { name: 'proxy2', protocol: 'http', host: 'proxy.example', port: 8080 },
      { name: 'far', protocol: 'https', host: '::1', port: 8443 },
    ]);
    expect(parseProxyUrls('')).toEqual([]);
  });

  it.each([
    ['berlin', 'entry 1 is not of the form'],
    ['http://a,ftp://ann:s3cret@b', 'entry 2 is not of the form'],
    ['berlin/germany=http://a', 'entry 1 is not of the form'],
    ['http://ann:s3cret@a/path', 'entry 1 is not of the form'],
    ['auto=http://a', 'cannot be named auto'],
    ['a=http://a,A=http://b', 'a is listed twice'],
  ])('refuses %s, without its password', (list, problem) => {
    expect(() => parseProxyUrls(list)).toThrow(problem);
    expect(() => parseProxyUrls(list)).not.toThrow('s3cret');
  });
});

describe('the proxy of a request', () => {
  const servers = parseProxyUrls('stealth=http://a,berlin/de=http://b');

  it('is any, none, or one with a name', () => {
    const asked = [undefined, 'auto', 'basic', 'enhanced', 'none', 'stealth', 'Berlin'];
    expect(asked.map((name) => namedProxy(name, servers))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      'none',
      'stealth',
      'berlin',
    ]);
    expect(asked.map((name) => proxyProblem(name, servers))).toEqual(asked.map(() => undefined));
  });

  it('is refused if there is none with that name', () => {
    expect(proxyProblem('tokyo', servers)).toBe(
      '`proxy`: there is none with the name "tokyo" here; there are auto, none, stealth, berlin.',
    );
  });
});
