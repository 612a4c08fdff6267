import http from 'node:http';
import { createFetcher } from '../../../activities/egress/fetch.ts';
import { noEgressRules } from '../../../contracts/egress/rules.ts';
import { Failure } from '../../../contracts/failures.ts';
import { createNames, createWorld } from './canary.ts';

/** Run in a namespace: tries the URLs given as JSON, and prints what became of each and what the canaries saw. */
const urls: string[] = JSON.parse(process.argv[2] ?? '[]');
const world = await createWorld();
const fetcher = createFetcher({
  rules: noEgressRules,
  userAgent: 'test',
  resolve: createNames(),
  limits: { totalTimeoutMs: 5_000 },
});

const outcomes: Record<string, string> = {};
for (const url of urls) {
  // Twice, for names that change their address in between.
  for (let time = 0; time < 2; time += 1) {
    outcomes[url] = await fetcher.fetch({ url }).then(
      ({ status }) => `${status}`,
      (error: unknown) => (error instanceof Failure ? error.kind : String(error)),
    );
  }
}
await fetcher.close();

const hits = [...world.hits];
// Proof that a canary would have sung.
await new Promise((resolve) => http.get('http://10.0.0.1/', resolve));
const control = world.hits.slice(hits.length);
world.close();
console.log(JSON.stringify({ outcomes, hits, control }));
process.exit(0);
