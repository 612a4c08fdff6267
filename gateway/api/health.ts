import type { Storage } from '../../storage/mongo.ts';
import type { Flows } from '../flows.ts';
import type { ApiRouter } from './router.ts';

/** A dependency that takes longer than this to answer is not ready. */
const patienceMs = 4_000;

/** `/healthz`: this process lives. `/readyz`: every dependency answers, each by name. */
export function healthRoutes(router: ApiRouter, { storage, flows }: { storage: Storage; flows: Flows }) {
  router.get('/healthz', (ctx) => {
    ctx.body = { status: 'ok' };
  });

  const dependencies = {
    mongodb: () => storage.ping(),
    minio: () => storage.objects.ping(),
    temporal: () => flows.ping(),
  };
  router.get('/readyz', async (ctx) => {
    const answers = await Promise.all(
      Object.entries(dependencies).map(async ([name, ping]) => [name, await answersInTime(ping)] as const),
    );
    const ready = answers.every(([, ok]) => ok);
    ctx.status = ready ? 200 : 503;
    ctx.body = {
      status: ready ? 'ok' : 'unavailable',
      dependencies: Object.fromEntries(answers.map(([name, ok]) => [name, ok ? 'ok' : 'unavailable'])),
    };
  });
}

async function answersInTime(ping: () => Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, patienceMs, false);
  });
  const answer = ping().then(
    () => true,
    () => false,
  );
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer));
}
