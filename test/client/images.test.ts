import { describe, expect, it } from 'vitest';
import { iconUrl, openGraphUrl, Sightread } from '../../client/index.ts';

describe('the addresses of images', () => {
  it('have what is asked for and nothing else', () => {
    expect(iconUrl('github.com', { token: 'pk_1' })).toBe('http://localhost:3001/github.com?token=pk_1');
    expect(openGraphUrl('møller.dk', { token: 'pk_1', url: 'https://img.example/', size: 600, v: 'a b' })).toBe(
      'https://img.example/og/m%C3%B8ller.dk?token=pk_1&size=600&v=a+b',
    );
  });

  it('have the keys and the address of the client', () => {
    const client = new Sightread({ key: 'sr_1', publishableKey: 'pk_1', imageUrl: 'https://img.example' });
    expect(client.iconUrl('../x', { retina: true })).toBe('https://img.example/..%2Fx?token=pk_1&retina=true');
  });
});
