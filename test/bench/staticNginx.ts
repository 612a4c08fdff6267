/** The baseline for the edge: nginx serving a file. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../support/eventually.ts';

export async function startStaticNginx(nginx: string, folder: string, port: number) {
  const config = join(folder, 'nginx.conf');
  const unused = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/t;`);
  writeFileSync(
    config,
    `worker_processes auto; pid ${folder}/nginx.pid; events { worker_connections 4096; }
     http { ${unused.join(' ')} access_log off; sendfile on; keepalive_requests 100000;
       server { listen 127.0.0.1:${port}; root ${folder}; default_type image/png; } }`,
  );
  const user = process.getuid?.() === 0 ? 'user root; ' : '';
  const child = spawn(nginx, ['-c', config, '-e', 'stderr', '-g', `${user}daemon off;`], { stdio: 'inherit' });
  const ended = once(child, 'exit');
  const address = `http://127.0.0.1:${port}`;
  await eventually('nginx serves the file', () =>
    fetch(`${address}/icon.png`).then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
  return {
    address,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
