import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkPorts } from '../../deploy/local/servers/ports.ts';
import { servicePorts } from '../../deploy/local/services/workers.ts';
import { createFixture, type Fixture, launch, runScript } from './launch.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.clear());

describe('npm run stack with a port conflict', () => {
  it('names every port that another program uses, and that program, before it starts anything', async () => {
    const { TEMPORAL_UI_PORT, MINIO_PORT } = fixture.ports;
    const others = [TEMPORAL_UI_PORT, MINIO_PORT].map((port) => createServer().listen(port, '127.0.0.1'));
    await Promise.all(others.map((other) => once(other, 'listening')));
    try {
      const stack = launch(runScript, ['stack'], fixture.env);
      expect(await stack.ended).toBe(1);
      const output = stack
        .output()
        .replaceAll(new RegExp(`in use by .+ \\(process ${process.pid}\\)`, 'g'), 'in use by us');
      expect(output).toBe(
        `Port ${TEMPORAL_UI_PORT} for the Temporal UI is in use by us: stop that program, or set TEMPORAL_UI_PORT to a free port.
Port ${MINIO_PORT} for MinIO is in use by us: stop that program, or set MINIO_PORT to a free port.
`,
      );
      expect(readdirSync(join(fixture.home, 'logs'))).toEqual([]);
    } finally {
      for (const other of others) other.close();
    }
  });

  it('names both servers that are set to the same port', async () => {
    const { MINIO_PORT } = fixture.ports;
    const stack = launch(runScript, ['stack'], { ...fixture.env, MINIO_CONSOLE_PORT: String(MINIO_PORT) });
    expect(await stack.ended).toBe(1);
    expect(stack.output()).toBe(
      `Both MinIO and the MinIO console are set to port ${MINIO_PORT}: change MINIO_PORT or MINIO_CONSOLE_PORT.\n`,
    );
  });

  it('names a port that follows another one and does not exist', async () => {
    const claims = servicePorts({ ...fixture.ports, METRICS_PORT: 65_535 });
    await expect(checkPorts(claims)).rejects.toThrow(
      'There is no port 65536 for the metrics of the worker (METRICS_PORT + 1): set METRICS_PORT to a smaller number.',
    );
  });
});
