/** The container's health check. HEALTH_PORT is the name of the setting that has the port: PORT or METRICS_PORT. */
const defaultPorts = { PORT: '3000', METRICS_PORT: '9464' };
const name = process.env.HEALTH_PORT === 'PORT' ? 'PORT' : 'METRICS_PORT';

const port = process.env[name] || defaultPorts[name];
const response = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
process.exit(response?.ok ? 0 : 1);
