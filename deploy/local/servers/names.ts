/** The servers that the services connect to. Each can also run elsewhere (external.ts). */
export const serverNames = ['temporal', 'minio', 'mongod'] as const;
export type ServerName = (typeof serverNames)[number];

/** PostgreSQL is the database of Temporal's production server and runs only with it. */
export type ServerProcessName = ServerName | 'postgres';
