import {
  Client,
  Connection,
  defaultGrpcRetryOptions,
  makeGrpcRetryInterceptor,
  type WorkflowClientInterceptor,
} from '@temporalio/client';
import { openKeyring } from '../../runtime/secrets/openKeyring.ts';
import type { Settings } from '../../runtime/settings.ts';
import { temporalConnection } from '../../runtime/temporal/connection.ts';
import { dataConverterWith } from '../../runtime/temporal/dataConverter.ts';

/** Calls are retried for longer than a batch can still be opened, so that a restart of Temporal loses none. */
const maxAttempts = 15;

/** How long a caller waits for an answer to a query, … */
export const queryTimeoutMs = 2_000;
/** … and for a workflow to be accepted. */
export const startTimeoutMs = 10_000;

export type TemporalClient = ReturnType<typeof openTemporalClient>;

/** The gateway's connection to Temporal. It is lazy: the gateway starts and serves what it can while Temporal is away. */
export function openTemporalClient(settings: Settings, interceptors: readonly WorkflowClientInterceptor[]) {
  const connection = Connection.lazy({
    ...temporalConnection(settings),
    interceptors: [makeGrpcRetryInterceptor(defaultGrpcRetryOptions({ maxAttempts }))],
  });
  const client = new Client({
    connection,
    namespace: settings.TEMPORAL_NAMESPACE,
    dataConverter: dataConverterWith(openKeyring(settings)),
    interceptors: { workflow: [...interceptors] },
  });
  return {
    client,
    connection,
    /** Temporal's client has no deadline of its own: without one, a call waits for as long as Temporal is away. */
    withDeadline<T>(timeoutMs: number, call: () => Promise<T>): Promise<T> {
      return connection.withDeadline(Date.now() + timeoutMs, call);
    },
  };
}
