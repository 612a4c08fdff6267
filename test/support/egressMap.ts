/** A value for EGRESS_MAP that sends these hosts and all of their subdomains to one address. */
export function egressMap(hosts: readonly string[], address: string): string {
  return hosts.flatMap((host) => [`${host}=${address}`, `*.${host}=${address}`]).join();
}
