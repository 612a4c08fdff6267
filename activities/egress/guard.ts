import type { LookupAddress } from 'node:dns';
import net, { type LookupFunction, type Socket } from 'node:net';
import { rootCertificates } from 'node:tls';
import { buildConnector } from 'undici';
import { addressLiteral, mayReach } from '../../contracts/egress/address.ts';
import type { EgressRules } from '../../contracts/egress/rules.ts';
import { Failure } from '../../contracts/failures.ts';
import { timedOut } from './explain.ts';
import type { Resolve } from './resolve.ts';

/** IPv6 and IPv4 in turn, each address judged; Node's own 250 ms for one is less than a far host's round trip. */
const happyEyeballs = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 500 };

export interface Guard {
  rules: EgressRules;
  /** A plain connection, to nowhere else either. */
  connect(target: { host: string; port: number; timeoutMs: number }): Socket;
  /** An undici connector that connects nowhere else. */
  connector(options: ConnectorOptions): buildConnector.connector;
}

export interface GuardDependencies {
  rules: EgressRules;
  resolve: Resolve;
  /** Certificate authorities to trust besides those that Node brings. */
  ca?: string[];
}

interface ConnectorOptions {
  allowH2: boolean;
  timeoutMs: number;
  onSocket?: (socket: Socket, origin: string) => void;
}

/**
 * The one way out. The address that a socket connects to is judged, not the one that an earlier lookup gave, so a name
 * that changes its address in between gains nothing. Of a name's addresses those that may not be reached are left
 * out, the others tried: a stray private record beside a public one does not make a site unreadable.
 */
export function createGuard({ rules, resolve, ca }: GuardDependencies): Guard {
  async function reachable(hostname: string): Promise<LookupAddress[]> {
    const all = await resolve(hostname);
    const allowed = all.filter(({ address }) => mayReach(address, rules));
    if (allowed.length === 0 && all.length > 0) throw blockedAddress(hostname);
    return allowed;
  }

  /** A socket asks no lookup about an address. */
  function isBlocked(host: string): boolean {
    const literal = addressLiteral(host);
    return literal !== undefined && !mayReach(literal, rules);
  }

  const arrivedElsewhere = ({ remoteAddress }: Socket): boolean =>
    remoteAddress === undefined || !mayReach(remoteAddress, rules);

  const lookup: LookupFunction = (hostname, { all, family }, callback) => {
    reachable(hostname).then(
      (addresses) => {
        const wanted = family === 4 || family === 6 ? addresses.filter((one) => one.family === family) : addresses;
        const [first] = wanted;
        if (first === undefined) callback(noAddress(hostname), '');
        else if (all) callback(null, wanted);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, ''),
    );
  };

  function connector({ allowH2, timeoutMs, onSocket }: ConnectorOptions): buildConnector.connector {
    const connect = buildConnector({
      allowH2,
      timeout: timeoutMs,
      lookup,
      ...(ca === undefined ? {} : { ca: [...rootCertificates, ...ca] }),
      ...happyEyeballs,
    });
    return (options, callback) => {
      if (isBlocked(options.hostname)) return callback(blockedAddress(options.hostname), null);
      connect(options, (...[error, socket]) => {
        if (error !== null) return callback(error, null);
        if (arrivedElsewhere(socket)) {
          socket.destroy();
          return callback(blockedAddress(options.hostname), null);
        }
        onSocket?.(socket, `${options.protocol}//${options.host ?? options.hostname}`);
        callback(null, socket);
      });
    };
  }

  const connect: Guard['connect'] = ({ host, port, timeoutMs }) => {
    if (isBlocked(host)) return new net.Socket().destroy(blockedAddress(host));
    const socket = net.connect({ host, port, lookup, noDelay: true, ...happyEyeballs });
    const timer = setTimeout(() => socket.destroy(timedOut(timeoutMs, 'connecting', host)), timeoutMs);
    socket.once('close', () => clearTimeout(timer));
    socket.once('connect', () => {
      clearTimeout(timer);
      if (arrivedElsewhere(socket)) socket.destroy(blockedAddress(host));
    });
    return socket;
  };

  return { rules, connector, connect };
}

/** Says nothing of the address behind the name: that would tell a stranger about our network. */
function blockedAddress(host: string): Failure {
  return new Failure('BlockedAddress', `${host} is not a public address`);
}

function noAddress(hostname: string): Error {
  return Object.assign(new Error(`no address for ${hostname}`), { code: 'ENODATA', syscall: 'getaddrinfo', hostname });
}
