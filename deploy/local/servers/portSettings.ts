/**
 * The ports of the servers that the stack starts itself. Not among the settings of the services (runtime/settings.ts):
 * they do not need them, and Kubernetes sets variables like MINIO_PORT to addresses of its own.
 */
import { port, setting } from '../../../runtime/settingParsers.ts';

export const serverPortSettings = {
  TEMPORAL_PORT: setting('7233', 'Port of the Temporal that is started here.', port),
  TEMPORAL_UI_PORT: setting('8233', 'Port of its UI.', port),
  TEMPORAL_INNER_PORT: setting(
    '7240',
    'First of the seven ports that its services use among themselves; with --production-like only.',
    port,
  ),
  POSTGRES_PORT: setting('5433', 'Port of its PostgreSQL; with --production-like only.', port),
  MONGODB_PORT: setting('27018', 'Port of the MongoDB that is started here.', port),
  MINIO_PORT: setting('9000', 'Port of the MinIO that is started here.', port),
  MINIO_CONSOLE_PORT: setting('9001', 'Port of its console.', port),
} as const;
