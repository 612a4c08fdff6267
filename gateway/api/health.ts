import { dependencyNames, type LookAtDependencies } from '../observability/dependencies.ts';
import type { ApiRouter } from './router.ts';

/** `/healthz`: this process lives. `/readyz`: every server behind it answers, each by name. */
export function healthRoutes(router: ApiRouter, look: LookAtDependencies) {
  router.get('/healthz', (ctx) => {
    ctx.body = { status: 'ok' };
  });
  router.get('/readyz', async (ctx) => {
    const answers = await look();
    const ready = dependencyNames.every((name) => answers[name]);
    ctx.status = ready ? 200 : 503;
    ctx.body = {
      status: ready ? 'ok' : 'unavailable',
      dependencies: Object.fromEntries(dependencyNames.map((name) => [name, answers[name] ? 'ok' : 'unavailable'])),
    };
  });
}
