import { type Duplex, PassThrough, pipeline } from 'node:stream';

/** More than any page needs from one connection; a browser would read an endless one until it runs out of memory. */
const maxConnectionBytes = 256 << 20;

/** Connects two sockets in both directions until either closes. */
export function tunnel(client: Duplex, target: Duplex): void {
  pipeline(client, target, () => client.destroy());
  pipeline(target, createByteLimit(), client, () => target.destroy());
}

/** Passes bytes through and fails past the limit for a connection. */
export function createByteLimit(): PassThrough {
  let passedBytes = 0;
  const limiter = new PassThrough();
  limiter.on('data', (chunk: Buffer) => {
    passedBytes += chunk.length;
    if (passedBytes > maxConnectionBytes) limiter.destroy(new Error('the connection exceeded its byte limit'));
  });
  return limiter.pause();
}
