/**
 * Mends a fault of the MongoDB driver (7.8). A command that its socket does not take at once waits until the socket
 * drains or fails. A socket that is closed without an error does neither, so the command waited forever, and with it the
 * caller, the webhook or the batch. It happened when a server was killed, to commands that were written between the end
 * of their socket and the news of it.
 */
// Imported, not required, so that a bundle has the driver's own class and no second one.
import { Connection } from 'mongodb/lib/cmap/connection.js';

const { cleanup } = Connection.prototype;

Connection.prototype.cleanup = function (error) {
  const wasClosed = this.closed;
  cleanup.call(this, error);
  // Whoever waits for the socket to drain listens for this. The connection itself, being closed, ignores it.
  if (!wasClosed) this.socket.emit('error', error);
};
