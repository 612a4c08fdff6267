import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFixture, type Fixture, launch, runScript } from './launch.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.clear());

describe('npm run stack with a port conflict', () => {
  it('names a port that another program uses, before it starts anything', { timeout: 60_000 }, async () => {
    const { TEMPORAL_UI_PORT: port } = fixture.ports;
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
    try {
      const stack = launch(runScript, ['stack'], fixture.env);
      expect(await stack.ended).toBe(1);
      expect(stack.output()).toBe(
        `Port ${port} for the Temporal UI is in use by another program: stop that program, or set TEMPORAL_UI_PORT to a free port.\n`,
      );
      expect(readdirSync(join(fixture.home, 'logs'))).toEqual([]);
    } finally {
      other.close();
    }
  });

  it('names both servers that are set to the same port', { timeout: 60_000 }, async () => {
    const { MINIO_PORT } = fixture.ports;
    const stack = launch(runScript, ['stack'], { ...fixture.env, MINIO_CONSOLE_PORT: String(MINIO_PORT) });
    expect(await stack.ended).toBe(1);
    expect(stack.output()).toBe(
      `Both MinIO and the MinIO console are set to port ${MINIO_PORT}: change MINIO_PORT or MINIO_CONSOLE_PORT.\n`,
    );
  });
});
