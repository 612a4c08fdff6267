import { pino } from 'pino';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { registerStackMetrics } from '../../../gateway/observability/stackMetrics.ts';

it('a stack metric that cannot be read is left out until it can be read again', async () => {
  const registry = new Registry();
  let away = false;
  const unlessAway = <T>(value: T) => (away ? Promise.reject(new Error('away')) : Promise.resolve(value));
  registerStackMetrics(registry, {
    checkDependencies: async () => ({ mongodb: !away, minio: true, temporal: !away }),
    storage: { disk: () => unlessAway({ usedBytes: 1, totalBytes: 4 }) },
    flows: {
      backlog: () => unlessAway([{ queue: 'fetch', kind: 'activity', tasks: 7, oldestSeconds: 3 }]),
      lastSweep: () => unlessAway(new Date(1_000_000)),
    },
    log: pino({ level: 'silent' }),
  });
  const samples = async () => (await registry.metrics()).split('\n').filter((line) => line && !line.startsWith('#'));
  const whole = [
    'sightread_dependency_up{dependency="mongodb"} 1',
    'sightread_dependency_up{dependency="minio"} 1',
    'sightread_dependency_up{dependency="temporal"} 1',
    'sightread_queue_backlog_tasks{queue="fetch",kind="activity"} 7',
    'sightread_queue_backlog_age_seconds{queue="fetch",kind="activity"} 3',
    'sightread_database_disk_used_bytes 1',
    'sightread_database_disk_total_bytes 4',
    'sightread_icon_sweep_last_run_timestamp_seconds 1000',
  ];
  expect(await samples()).toEqual(whole);
  away = true;
  expect(await samples()).toEqual([
    'sightread_dependency_up{dependency="mongodb"} 0',
    'sightread_dependency_up{dependency="minio"} 1',
    'sightread_dependency_up{dependency="temporal"} 0',
  ]);
  away = false;
  expect(await samples()).toEqual(whole);
});
