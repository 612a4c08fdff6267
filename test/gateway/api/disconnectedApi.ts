import { createPlanOf } from '../../../gateway/accounts/plan.ts';
import type { ApiDeps } from '../../../gateway/api/deps.ts';
import { openRequestReader } from '../../../gateway/api/requests/reader.ts';
import { openWorkerCalls } from '../../../gateway/calls/calls.ts';
import type { Middleware } from '../../../gateway/http/context.ts';
import { openFlows } from '../../../gateway/temporal/flows.ts';
import { openKeyring } from '../../../runtime/secrets/openKeyring.ts';
import { readSettings } from '../../../runtime/settings.ts';
import { noTracing } from '../../../runtime/tracing/tracing.ts';
import { openStorage } from '../../../storage/storage.ts';
import { testSecretsKeys } from '../../support/keyrings.ts';

/** Nothing listens on this port. */
const unused = '127.0.0.1:9';

const asTestAccount: Middleware = (ctx, next) => {
  ctx.state.account = 'acc_test';
  ctx.state.key = 'key';
  return next();
};

/** What the routes are made of, for tests whose requests never get as far as a server of ours, or replace the call to it. */
export function openDisconnectedApi(): { deps: ApiDeps; close(): Promise<unknown> } {
  const settings = readSettings({
    MONGODB_URI: `mongodb://${unused}/test`,
    TEMPORAL_ADDRESS: unused,
    MINIO_ENDPOINT: `http://${unused}`,
    MINIO_ACCESS_KEY: 'key',
    MINIO_SECRET_KEY: 'secret',
    SECRETS_KEYS: testSecretsKeys,
  });
  const storage = openStorage(settings);
  const flows = openFlows(settings);
  const calls = openWorkerCalls({ workers: storage.workers, keyring: openKeyring(settings), tracing: noTracing });
  const requests = openRequestReader();
  return {
    deps: {
      settings,
      plans: {},
      requests,
      flows,
      calls,
      storage,
      planOf: createPlanOf(storage.accounts, {}),
      authenticate: asTestAccount,
      limitConcurrency: (_, next) => next(),
    },
    close: () => Promise.all([requests.close(), storage.close(), flows.close(), calls.close()]),
  };
}
