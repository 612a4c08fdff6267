/** The part of the driver's class that driverPatch.ts mends; its package declares it as a type only. */
declare module 'mongodb/lib/cmap/connection.js' {
  import type { Socket } from 'node:net';

  export class Connection {
    socket: Socket;
    closed: boolean;
    /** Called once the connection is of no more use, for whatever reason. */
    cleanup(error: Error): void;
  }
}
