import { createSocket } from 'node:dgram';
import { type Answer, decode, encode, RECURSION_AVAILABLE } from 'dns-packet';
import { onTestFinished } from 'vitest';
import { createQueryDns } from '../../../activities/egress/dnsQuery.ts';
import type { Resolve } from '../../../activities/egress/resolver.ts';

/** `count` is how often the record was queried, including this time. Undefined if the server never answers. */
type Records = (name: string, type: string, count: number) => Answer[] | undefined;

interface DnsServer {
  /** For the resolver's option. */
  servers: string[];
  /** Queries the server each time, without a cache. */
  resolve: Resolve;
  queries: () => number;
}

/** A real DNS server on loopback. */
export async function dnsServer(records: Records): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const counts = new Map<string, number>();
  socket.on('message', (message, { port, address }) => {
    const { id, questions } = decode(message);
    const answers = (questions ?? []).map(({ name, type }) => {
      const key = `${name} ${type}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return records(name, type, counts.get(key) ?? 0);
    });
    if (answers.includes(undefined)) return;
    socket.send(
      encode({
        type: 'response',
        id: id ?? 0,
        flags: RECURSION_AVAILABLE,
        questions: questions ?? [],
        answers: answers.flatMap((each) => each ?? []),
      }),
      port,
      address,
    );
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  onTestFinished(() => void socket.close());

  const servers = [`127.0.0.1:${socket.address().port}`];
  const resolve = createQueryDns({ servers, timeoutMs: 2_000 });
  return { servers, resolve, queries: () => [...counts.values()].reduce((sum, count) => sum + count, 0) };
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
