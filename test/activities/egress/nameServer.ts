import { createSocket } from 'node:dgram';
import { promises as dns } from 'node:dns';
import { type Answer, decode, encode, RECURSION_AVAILABLE } from 'dns-packet';
import { onTestFinished } from 'vitest';
import type { Resolve } from '../../../activities/egress/resolve.ts';

type Records = (name: string, type: string, asked: number) => Answer[];

/** A real name server on loopback, and a resolver that asks it. */
export async function nameServer(records: Records): Promise<{ resolve: Resolve; asked: () => number }> {
  const socket = createSocket('udp4');
  const asked = new Map<string, number>();
  socket.on('message', (message, { port, address }) => {
    const { id, questions } = decode(message);
    const answers = (questions ?? []).flatMap(({ name, type }) => {
      const key = `${name} ${type}`;
      asked.set(key, (asked.get(key) ?? 0) + 1);
      return records(name, type, asked.get(key) ?? 0);
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
    const [four, six] = await Promise.all([
      resolver.resolve4(hostname).catch(() => []),
      resolver.resolve6(hostname).catch(() => []),
    ]);
    return [...six.map((address) => ({ address, family: 6 })), ...four.map((address) => ({ address, family: 4 }))];
  };
  return { resolve, asked: () => [...asked.values()].reduce((sum, count) => sum + count, 0) };
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
