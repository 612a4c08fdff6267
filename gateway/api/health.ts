import { type CheckDependencies, dependencyNames } from '../observability/dependencies.ts';
import type { ApiRouter } from './router.ts';

/** `/healthz`: this process is alive. `/readyz`: every server behind it answers, each by name. */
export function healthRoutes(router: ApiRouter, checkDependencies: CheckDependencies): void {
  router.get('/healthz', (ctx) => {
    ctx.body = { status: 'ok' };
  });
  router.get('/readyz', async (ctx) => {
    const isUp = await checkDependencies();
    const isReady = dependencyNames.every((name) => isUp[name]);
    ctx.status = isReady ? 200 : 503;
    ctx.body = {
      status: isReady ? 'ok' : 'unavailable',
      dependencies: Object.fromEntries(dependencyNames.map((name) => [name, isUp[name] ? 'ok' : 'unavailable'])),
    };
  });
}
