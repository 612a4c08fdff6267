import type { LookupAddress } from 'node:dns';
import net, { type LookupFunction, type Socket } from 'node:net';
import { createSecureContext, rootCertificates } from 'node:tls';
import { buildConnector } from 'undici';
import { addressLiteral, isAllowedAddress } from '../../contracts/egress/address.ts';
import type { ProxyServer } from '../../contracts/egress/proxies.ts';
import type { EgressRules } from '../../contracts/egress/rules.ts';
import { Failure } from '../../contracts/failures.ts';
import { timedOut } from './limitFailures.ts';
import { connectThrough } from './proxies/connectThrough.ts';
import type { Resolve } from './resolver.ts';

/** Node's default of 250 ms for an address is shorter than the round trip to a distant host. */
const happyEyeballs = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 500 };

/** Opens connections to allowed addresses only. */
export interface Guard {
  rules: EgressRules;
  /** A TCP connection. It fails with a `Failure` if the address is blocked or the connection takes too long. */
  connect(target: ConnectionTarget): Promise<Socket>;
  /** A connector for undici's agents. */
  connector(options: ConnectorOptions): buildConnector.connector;
}

export interface GuardDeps {
  rules: EgressRules;
  resolve: Resolve;
  /** Certificate authorities to trust in addition to Node's. */
  ca?: string[];
}

/** Through a proxy, if one is named: it is given the address behind the host, which has been judged before. */
export interface ConnectionTarget {
  host: string;
  port: number;
  timeoutMs: number;
  via?: ProxyServer | undefined;
}

interface ConnectorOptions {
  via?: ProxyServer | undefined;
  allowH2: boolean;
  timeoutMs: number;
  onSocket?: (socket: Socket, origin: string) => void;
}

/**
 * The address guard against SSRF. It checks the address that a socket connects to, not the result of an earlier lookup,
 * so DNS rebinding gains nothing. If a name has both public and private addresses, only the public ones are tried: a
 * stray private record does not make a site unreadable.
 */
export function createGuard({ rules, resolve, ca }: GuardDeps): Guard {
  // Once: reading all of Node's authorities takes far more CPU than a connection.
  const secureContext = ca && createSecureContext({ ca: [...rootCertificates, ...ca] });

  async function resolveAllowed(hostname: string): Promise<LookupAddress[]> {
    const all = await resolve(hostname);
    const allowed = all.filter(({ address }) => isAllowedAddress(address, rules));
    if (allowed.length === 0 && all.length > 0) throw blockedAddress(hostname);
    return allowed;
  }

  /** A socket calls no lookup if its host is an address, so an address is checked before connecting. */
  function isBlockedLiteral(host: string): boolean {
    const literal = addressLiteral(host);
    return literal !== undefined && !isAllowedAddress(literal, rules);
  }

  const isBlockedPeer = ({ remoteAddress }: Socket): boolean =>
    remoteAddress === undefined || !isAllowedAddress(remoteAddress, rules);

  const lookup: LookupFunction = (hostname, { all, family }, callback) => {
    resolveAllowed(hostname).then(
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

  /** An address of the host that may be connected to. */
  async function allowedAddress(host: string): Promise<string> {
    const literal = addressLiteral(host);
    if (literal !== undefined && !isAllowedAddress(literal, rules)) throw blockedAddress(host);
    const address = literal ?? (await resolveAllowed(host))[0]?.address;
    if (address === undefined) throw noAddress(host);
    return address;
  }

  async function connectVia(via: ProxyServer, { host, port, timeoutMs }: ConnectionTarget): Promise<Socket> {
    return connectThrough(via, { address: await allowedAddress(host), port }, timeoutMs);
  }

  function connector({ allowH2, timeoutMs, onSocket, via }: ConnectorOptions): buildConnector.connector {
    const connect = buildConnector({
      allowH2,
      timeout: timeoutMs,
      lookup,
      ...(secureContext && { secureContext }),
      ...happyEyeballs,
    });
    return (options, callback) => {
      if (isBlockedLiteral(options.hostname)) return callback(blockedAddress(options.hostname), null);
      if (via !== undefined) return connectInside(via, options, callback);
      finish(options, callback);
    };

    /** TLS with the site, inside of the connection to the proxy. */
    function connectInside(via: ProxyServer, options: buildConnector.Options, callback: buildConnector.Callback): void {
      const isSecure = options.protocol === 'https:';
      const target = { host: options.hostname, port: Number(options.port) || (isSecure ? 443 : 80), timeoutMs };
      connectVia(via, target).then(
        (httpSocket) => {
          if (isSecure) finish({ ...options, httpSocket }, callback);
          else hand(httpSocket, options, callback);
        },
        (error: Error) => callback(error, null),
      );
    }

    function finish(options: buildConnector.Options, callback: buildConnector.Callback): void {
      connect(options, (...[error, socket]) => {
        if (error !== null) return callback(error, null);
        if (via === undefined && isBlockedPeer(socket)) {
          socket.destroy();
          return callback(blockedAddress(options.hostname), null);
        }
        hand(socket, options, callback);
      });
    }

    function hand(socket: Socket, options: buildConnector.Options, callback: buildConnector.Callback): void {
      onSocket?.(socket, `${options.protocol}//${options.host ?? options.hostname}`);
      callback(null, socket);
    }
  }

  async function connect(target: ConnectionTarget): Promise<Socket> {
    return target.via === undefined ? connectDirectly(target) : connectVia(target.via, target);
  }

  function connectDirectly({ host, port, timeoutMs }: ConnectionTarget): Promise<Socket> {
    if (isBlockedLiteral(host)) return Promise.reject(blockedAddress(host));
    const socket = net.connect({ host, port, lookup, noDelay: true, ...happyEyeballs });
    const timer = setTimeout(() => socket.destroy(timedOut(timeoutMs, `connecting to ${host}`)), timeoutMs);
    return new Promise((resolve, reject) => {
      socket.once('error', reject);
      socket.once('close', () => clearTimeout(timer));
      socket.once('connect', () => {
        clearTimeout(timer);
        if (isBlockedPeer(socket)) return void socket.destroy(blockedAddress(host));
        socket.off('error', reject);
        resolve(socket);
      });
    });
  }

  return { rules, connector, connect };
}

/** Does not name the address behind a host name: that would disclose our private network to the caller. */
function blockedAddress(host: string): Failure {
  return new Failure('BlockedAddress', `${host} is not a public address.`);
}

function noAddress(hostname: string): Error {
  return Object.assign(new Error(`no address for ${hostname}`), { code: 'ENODATA', syscall: 'getaddrinfo', hostname });
}
