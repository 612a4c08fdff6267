import { type Duplex, PassThrough, pipeline } from 'node:stream';

/** No page needs more through one connection; a browser would take an endless one until its memory is gone. */
const maxBytes = 256 << 20;

/** Joins two connections until either ends. */
export function tunnel(client: Duplex, target: Duplex): void {
  pipeline(client, target, () => client.destroy());
  pipeline(target, metered(), client, () => target.destroy());
}

/** Passes bytes on, and breaks off past the limit. */
export function metered(): PassThrough {
  let passed = 0;
  const meter = new PassThrough();
  meter.on('data', (chunk: Buffer) => {
    passed += chunk.length;
    if (passed > maxBytes) meter.destroy(new Error('more than a page needs'));
  });
  return meter.pause();
}
