import type { TLSConfig } from '@temporalio/common/lib/internal-non-workflow/index.js';
import type { Settings } from '../settings.ts';

/** Where Temporal is and how it is reached, for every client and worker. */
export function temporalConnection(settings: Settings): { address: string; tls?: TLSConfig } {
  const { TEMPORAL_ADDRESS: address, TEMPORAL_TLS, TEMPORAL_TLS_CA, TEMPORAL_TLS_CERT, TEMPORAL_TLS_KEY } = settings;
  if (!TEMPORAL_TLS) return { address };
  return {
    address,
    tls: {
      ...(TEMPORAL_TLS_CA && { serverRootCACertificate: Buffer.from(TEMPORAL_TLS_CA) }),
      ...(TEMPORAL_TLS_CERT &&
        TEMPORAL_TLS_KEY && {
          clientCertPair: { crt: Buffer.from(TEMPORAL_TLS_CERT), key: Buffer.from(TEMPORAL_TLS_KEY) },
        }),
      ...(settings.TEMPORAL_TLS_SERVER_NAME && { serverNameOverride: settings.TEMPORAL_TLS_SERVER_NAME }),
    },
  };
}
