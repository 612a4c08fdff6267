import http from 'node:http';
import { createFetcher } from '../../../activities/egress/fetch.ts';
import { noEgressRules } from '../../../contracts/egress/rules.ts';
import { Failure } from '../../../contracts/failures.ts';
import { createCanaryNetwork, createCanaryResolver } from './canaryNetwork.ts';

/** Runs in a network namespace. Fetches the URLs given as JSON, prints the outcomes and what the canaries recorded. */
const urls: string[] = JSON.parse(process.argv[2] ?? '[]');
const network = await createCanaryNetwork();
const fetcher = createFetcher({
  rules: noEgressRules,
  userAgent: 'test',
  resolve: createCanaryResolver(),
  limits: { totalTimeoutMs: 5_000 },
});

const outcomes: Record<string, string> = {};
for (const url of urls) {
  // Twice, because some names change their address after the first lookup.
  for (let time = 0; time < 2; time += 1) {
    outcomes[url] = await fetcher.fetch({ url }).then(
      ({ status }) => `${status}`,
      (error: unknown) => (error instanceof Failure ? error.kind : String(error)),
    );
  }
}
await fetcher.close();

const hits = [...network.hits];
// Shows that the canaries do record connections.
await new Promise((resolve) => http.get('http://10.0.0.1/', resolve));
const control = network.hits.slice(hits.length);
network.close();
console.log(JSON.stringify({ outcomes, hits, control }));
process.exit(0);
