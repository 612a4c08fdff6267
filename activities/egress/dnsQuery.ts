import { promises as dns, type LookupAddress } from 'node:dns';
import { setTimeout as sleep } from 'node:timers/promises';

interface QueryOptions {
  servers: readonly string[] | undefined;
  timeoutMs: number;
}

interface Answer {
  addresses: LookupAddress[];
  error?: NodeJS.ErrnoException;
}

/** A datagram may be lost, so each question is asked up to three times within the timeout. */
const tries = 3;
/** When one family of addresses is known, how long the other is waited for (RFC 8305 calls it the resolution delay). */
const otherFamilyDelayMs = 200;
/** A new client reads the system's configuration again, and sends from another port. */
const renewAfterMs = 60_000;

/** Asks the name servers for IPv4 and IPv6 addresses, on the event loop and without threads. */
export function createQueryDns({ servers, timeoutMs }: QueryOptions) {
  let client: dns.Resolver | undefined;
  let createdAt = 0;

  function currentClient(): dns.Resolver {
    if (client !== undefined && performance.now() - createdAt < renewAfterMs) return client;
    createdAt = performance.now();
    client = new dns.Resolver({ timeout: Math.ceil(timeoutMs / (tries + 1)), tries });
    if (servers !== undefined) client.setServers(servers);
    return client;
  }

  return async (name: string): Promise<LookupAddress[]> => {
    const resolver = currentClient();
    const answers: Answer[] = [];
    const asked = [answerOf(4, resolver.resolve4(name)), answerOf(6, resolver.resolve6(name))].map(async (answer) => {
      answers.push(await answer);
    });
    const both = Promise.all(asked);
    const expired = sleep(timeoutMs, undefined, { ref: false });
    await Promise.race([...asked, expired]);
    const isKnown = answers.some(({ addresses }) => addresses.length > 0);
    await Promise.race([both, isKnown ? sleep(otherFamilyDelayMs) : expired]);
    return addressesIn(answers, name);
  };
}

async function answerOf(family: 4 | 6, question: Promise<string[]>): Promise<Answer> {
  try {
    return { addresses: (await question).map((address) => ({ address, family })) };
  } catch (error) {
    return { addresses: [], error: error instanceof Error ? error : new Error(String(error)) };
  }
}

/**
 * IPv4 first: nearly every site has it, and many have IPv6 addresses that do not work. If there is no address at all, a
 * name server that did not answer counts more than one that knows no address of the other family.
 */
function addressesIn(answers: readonly Answer[], name: string): LookupAddress[] {
  const addresses = answers.flatMap((answer) => answer.addresses).sort((one, other) => one.family - other.family);
  if (addresses.length > 0) return addresses;
  const errors = answers.flatMap(({ error }) => error ?? []);
  const unanswered = errors.length < 2 ? [timedOut(name)] : [];
  const byWeight = [...errors.filter(({ code }) => code === 'ENOTFOUND'), ...unanswered];
  throw byWeight[0] ?? errors.find(({ code }) => code !== 'ENODATA') ?? errors[0];
}

function timedOut(name: string): NodeJS.ErrnoException {
  const details = { code: 'ETIMEOUT', syscall: 'queryA', hostname: name };
  return Object.assign(new Error(`queryA ETIMEOUT ${name}`), details);
}
