/** For the container engine: whether this container's process lives. HEALTH_PORT names the setting that has its port. */
const ports = { PORT: '3000', METRICS_PORT: '9464' };
const name = process.env.HEALTH_PORT === 'PORT' ? 'PORT' : 'METRICS_PORT';

const answer = await fetch(`http://127.0.0.1:${process.env[name] || ports[name]}/healthz`).catch(() => undefined);
process.exit(answer?.ok ? 0 : 1);
