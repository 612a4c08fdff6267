import { createSocket } from 'node:dgram';
import { promises as dns } from 'node:dns';
import { type Answer, decode, encode, RECURSION_AVAILABLE } from 'dns-packet';
import { onTestFinished } from 'vitest';
import type { Resolve } from '../../../activities/egress/resolver.ts';

/** `count` is how often the record was queried, including this time. */
type Records = (name: string, type: string, count: number) => Answer[];

/** A real DNS server on loopback, and a resolver that queries it. */
export async function dnsServer(records: Records): Promise<{ resolve: Resolve; queries: () => number }> {
  const socket = createSocket('udp4');
  const counts = new Map<string, number>();
  socket.on('message', (message, { port, address }) => {
    const { id, questions } = decode(message);
    const answers = (questions ?? []).flatMap(({ name, type }) => {
      const key = `${name} ${type}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return records(name, type, counts.get(key) ?? 0);
    });
    socket.send(
      encode({ type: 'response', id: id ?? 0, flags: RECURSION_AVAILABLE, questions: questions ?? [], answers }),
      port,
      address,
    );
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  onTestFinished(() => void socket.close());

  const resolver = new dns.Resolver({ timeout: 2_000, tries: 1 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  const resolve: Resolve = async (hostname) => {
    const [ipv4, ipv6] = await Promise.all([
      resolver.resolve4(hostname).catch(() => []),
      resolver.resolve6(hostname).catch(() => []),
    ]);
    return [...ipv6.map((address) => ({ address, family: 6 })), ...ipv4.map((address) => ({ address, family: 4 }))];
  };
  return { resolve, queries: () => [...counts.values()].reduce((sum, count) => sum + count, 0) };
}

export function a(name: string, data: string): Answer {
  return { type: 'A', name, data, ttl: 0 };
}

export function aaaa(name: string, data: string): Answer {
  return { type: 'AAAA', name, data, ttl: 0 };
}

export function cname(name: string, data: string): Answer {
  return { type: 'CNAME', name, data, ttl: 0 };
}
